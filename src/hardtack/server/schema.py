"""The tables of the store. A game is its beginning and its changes; everything else in `games` is a summary of them.

Snapshots spare playing a long game again from its beginning; they may be thrown away at any time.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Boolean, Column, Double, Index, Integer, String, Text

from hardtack.server.migrations.columns import identity, of_game, of_person, required

metadata = sa.MetaData()


def table(name: str, *columns: sa.schema.SchemaItem) -> sa.Table:
    return sa.Table(name, metadata, *columns)


games = table(
    "games",
    *identity(id=String(16)),
    # how it began
    *required(scenario=String(64), rules=String(16)),
    *required(settings=Text),  # JSON
    *required(headers=Text),  # JSON: the record's own headers, the commitment among them
    *required(opening_dice=Text),  # faces, separated by spaces
    Column("seed", Text),  # the secret of the dice; goes out only when the game is over
    # how it stands, for lists: rebuilt from the changes at any time
    *required(version=Integer, number=Integer, turn=Integer),
    Column("to_act", String(16)),
    *required(bot_next=Boolean, over=Boolean),
    *required(outcome=Text),  # JSON, empty while the game goes on
    *required(created=Double, updated=Double),
    # how fast the bots go, and which server process plays them
    *required(pace_ms=Integer, paused=Boolean),
    Column("keeper", String(40)),
    *required(seating=Integer),  # grows with every change of who holds its seats or how they answer
    Column("lesson", String(80)),  # which one it is; such a game is in no list and goes when it is left
    Column("talk", Integer, nullable=False, server_default="0"),  # grows with everything said or proposed at the table
    Column("clock", Text, nullable=False, server_default=""),  # JSON: the time players have; empty: all they want
    Column("clock_state", Text, nullable=False, server_default=""),  # JSON: how it stands
    Column("due", Double),  # when the time of the side to act is up
    Column("visibility", String(10), nullable=False, server_default="open"),  # open: listed | unlisted | private
    Column("delay", Integer, nullable=False, server_default="0"),  # turns by which those who watch are behind
    Column("level", String(12), nullable=False, server_default="any"),  # whom it is offered to
    Column("rated", String(10), nullable=False, server_default="no"),  # no | agreed | counted
    Column("rematch", String(16)),  # the game that follows it, sides swapped
    Index("games_by_update", "over", "updated"),
    Index("games_by_due", "due"),
    Index("games_by_keeper", "keeper"),
    Index("games_by_bot", "bot_next", "over"),
)

processes = table(
    "processes",
    *identity(name=String(40)),
    *required(beat=Integer),  # counted up while it has bots to play
)

onlookers = table(
    "onlookers",
    *identity(process=String(40)),
    of_game(primary_key=True),
    *required(count=Integer),  # of those who watch there without a seat
    *required(seen=Double),
    Index("onlookers_by_game", "game"),
)

seats = table(
    "seats",
    of_game(primary_key=True),
    *identity(side=String(16)),
    *required(kind=String(8)),  # person | bot
    *required(name=String(80)),
    Column("bot", String(40)),
    Column("answers", Text, nullable=False, server_default=""),  # JSON: what its player has answered once for all
    Column("notes", Text, nullable=False, server_default=""),  # its player's own
    Column("person", String(16)),  # whose it is, if they have a name of their own
    Column("asked", String(16)),  # the person who is challenged to it
    Column("offered", Boolean, nullable=False, server_default=sa.false()),  # anybody may sit down
    Column("seen", Double, nullable=False, server_default="0"),  # when its player was last here
    Index("seats_by_person", "person"),
    Index("seats_by_asked", "asked"),
)

seat_keys = table(
    "seat_keys",
    *identity(id=String(16)),  # no secret: what its owner revokes it by
    of_game(),
    *required(sides=String(40)),  # separated by blanks; none: whoever set the game up for others
    *required(key_hash=String(64)),  # the key itself is not kept
    *required(device=String(60), made=Double),
    Index("seat_keys_by_game", "game"),
)

seat_links = table(
    "seat_links",
    *identity(id=String(16)),
    of_game(),
    *required(sides=String(40)),
    *required(kind=String(12)),  # invitation | device | handover
    *required(token_hash=String(64)),  # exchanged for a key once
    *required(state=String(10)),  # open | taken | withdrawn | asked: once the other side agrees
    *required(made=Double),
    Index("seat_links_by_game", "game"),
)

changes = table(
    "changes",
    of_game(primary_key=True),
    *identity(version=Integer),  # two writers of one version: the second is refused
    *required(kind=String(8)),  # play | answer (by a standing answer) | undo | takeback (agreed) | end
    *required(side=String(16)),
    *required(action=Text),  # notation; the number of actions taken back; how the players ended it
    *required(dice=Text),
    Column("fault", Text),  # JSON: the bot's fault, when chance played in its stead
    *required(at=Double),
)

talk = table(
    "talk",
    of_game(primary_key=True),
    *identity(number=Integer),
    *required(room=String(10)),  # table: the players | gallery: who watches | log: what was agreed
    *required(side=String(16)),  # empty: somebody who watches
    *required(name=String(80)),
    *required(key=String(40)),  # of a line of the log; empty: somebody said it
    *required(text=Text, at=Double),
)

proposals = table(
    "proposals",
    *identity(id=String(16)),
    of_game(),
    *required(side=String(16)),  # whose it is
    *required(kind=String(12)),  # draw | takeback | bot | person
    *required(what=String(40)),  # actions to take back; the bot; the link for the other person
    *required(version=Integer),  # of the game: what is to be taken back is no other's
    *required(made=Double),
    Index("proposals_by_game", "game"),
)

people = table(
    "people",
    *identity(id=String(16)),
    *required(name=String(80)),
    Column("name_key", String(80), nullable=False, unique=True),  # what makes two names the same
    *required(made=Double),
)

person_keys = table(
    "person_keys",
    *identity(id=String(16)),
    of_person(),
    *required(key_hash=String(64), device=String(60), made=Double),
    Index("person_keys_by_hash", "key_hash"),
)

person_links = table(
    "person_links",
    *identity(id=String(16)),
    of_person(),
    *required(token_hash=String(64)),  # exchanged for a key once, until it expires
    *required(state=String(10)),  # open | taken | withdrawn
    *required(made=Double, expires=Double),
    Index("person_links_by_hash", "token_hash"),
)

passkeys = table(
    "passkeys",
    *identity(id=String(16)),
    of_person(),
    Column("credential", Text, nullable=False, unique=True),  # how the passkey calls itself
    *required(host=String(255)),  # the name of the server it is good for
    *required(public_key=Text),
    *required(count=sa.BigInteger),  # of what it has signed: a copy would count on its own
    *required(device=String(60), made=Double),
    Index("passkeys_by_person", "person"),
)

passkey_challenges = table(
    "passkey_challenges",
    *identity(challenge=String(128)),
    *required(purpose=String(8)),  # add | enter
    Column("person", String(16)),  # who adds one
    *required(expires=Double),
)

ratings = table(
    "ratings",
    *identity(who=String(60)),  # the id of a person, or `bot` and its name
    *identity(series=String(40)),
    *required(rating=Double, deviation=Double, volatility=Double, games=Integer, updated=Double),
)

server_secrets = table(
    "server_secrets",
    *identity(name=String(40)),
    *required(value=Text),  # made on first use, the same for every process
    *required(made=Double),
)

correspondents = table(
    "correspondents",
    of_person(primary_key=True),
    Column("lang", String(2), nullable=False, server_default="en"),
    Column("choice", String(8), nullable=False, server_default="turn"),  # turn | digest | time | none
    Column("talk", Boolean, nullable=False, server_default=sa.false()),  # whether to hear of what is said
    Column("hour", Integer, nullable=False, server_default="7"),  # of the day, UTC, for the digest
    Column("address", String(254)),  # for mail
    Column("address_key", String(254)),  # what makes two addresses the same
    Column("confirmed", Double),  # when the link that was mailed there came back
    Column("token_hash", String(64)),  # of that link
    Column("token_until", Double, nullable=False, server_default="0"),
    Column("hook", Text),  # the address of their own that is called
    Column("hook_secret", String(64)),  # which signs what is sent there
    Column("feed_hash", String(64)),  # of the secret address of the feed
    Column("told", Double, nullable=False, server_default="0"),  # when something was last sent
    Column("digest_due", Double),  # when the next digest goes; none: nothing to tell
    Column("digest_told", Double, nullable=False, server_default="0"),
    Index("correspondents_by_address", "address_key"),
    Index("correspondents_by_feed", "feed_hash"),
    Index("correspondents_by_digest", "digest_due"),
)

game_choices = table(
    "game_choices",
    of_game(primary_key=True),
    of_person(primary_key=True),
    *required(choice=String(8)),
)

subscriptions = table(
    "subscriptions",
    *identity(id=String(16)),
    of_person(),
    # the browser: it hears no more when the name is taken from it
    Column("key", String(16), sa.ForeignKey("person_keys.id", ondelete="CASCADE"), nullable=False),
    *required(endpoint=Text),
    Column("endpoint_hash", String(64), nullable=False, unique=True),
    *required(p256dh=String(100), auth=String(40), lang=String(2), made=Double),
    Index("subscriptions_by_person", "person"),
)

happenings = table(
    "happenings",
    of_person(primary_key=True),
    of_game(primary_key=True),
    *identity(kind=String(12)),
    *required(side=String(16)),
    *required(mark=String(40)),  # which one it was: the same is not told twice
    *required(at=Double, due=Double),
    *required(waiting=Boolean),  # false: it was sent, or needs not be
    Index("happenings_by_due", "waiting", "due"),
)

letters = table(
    "letters",
    *identity(id=String(16)),
    of_person(),
    *required(channel=String(8)),  # push | mail | webhook
    *required(target=String(16)),  # the subscription; empty: a person has one address of the kind
    *required(content=Text),  # JSON: what it is about; the words are found when it is sent
    *required(made=Double),
    *required(due=Double),  # later while a process has it in hand, or after it has failed
    *required(tries=Integer),
    Index("letters_by_due", "channel", "due"),
    Index("letters_by_person", "person"),
)

mail_counts = table(
    "mail_counts",
    *identity(address_hash=String(64)),
    *required(since=Double),
    *required(count=Integer),  # mails that somebody asked for to this address, since then
    *required(stopped=Double),  # until then its owner wants none
)

snapshots = table(
    "snapshots",
    of_game(primary_key=True),
    *identity(version=Integer),  # after which change
    *required(number=Integer),  # and how many actions
    *required(rolled=Integer),  # dice that had fallen
    Column("behind", Text, nullable=False, server_default=""),  # sides that may take back the actions before it
    *required(program=String(40)),  # the version of the program that made it: no other reads it
    *required(state=Text),  # a position
    *required(digest=String(64)),  # of all of that
)
