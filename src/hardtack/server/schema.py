"""The tables of the store. A game is its beginning and its changes; everything else in `games` is a summary of them.

Snapshots spare playing a long game again from its beginning; they may be thrown away at any time.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    # how it began
    Column("scenario", String(64), nullable=False),
    Column("rules", String(16), nullable=False),
    Column("settings", Text, nullable=False),  # JSON
    Column("headers", Text, nullable=False),  # JSON: the record's own headers, the commitment among them
    Column("opening_dice", Text, nullable=False),  # faces, separated by spaces
    Column("seed", Text),  # the secret of the dice; goes out only when the game is over
    # how it stands, for lists: rebuilt from the changes at any time
    Column("version", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("to_act", String(16)),
    Column("bot_next", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("outcome", Text, nullable=False),  # JSON, empty while the game goes on
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    # how fast the bots go, and which server process plays them
    Column("pace_ms", Integer, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("keeper", String(40)),
    Column("seating", Integer, nullable=False),  # grows with every change of who holds its seats or how they answer
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

processes = Table(
    "processes",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("beat", Integer, nullable=False),  # counted up while it has bots to play
)

onlookers = Table(
    "onlookers",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("count", Integer, nullable=False),  # of those who watch there without a seat
    Column("seen", Double, nullable=False),
    Index("onlookers_by_game", "game"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", String(16), primary_key=True),
    Column("kind", String(8), nullable=False),  # person | bot
    Column("name", String(80), nullable=False),
    Column("bot", String(40)),
    Column("answers", Text, nullable=False, server_default=""),  # JSON: what its player has answered once for all
    Column("notes", Text, nullable=False, server_default=""),  # its player's own
    Column("person", String(16)),  # whose it is, if they have a name of their own
    Column("asked", String(16)),  # the person who is challenged to it
    Column("offered", Boolean, nullable=False, server_default=false()),  # anybody may sit down
    Column("seen", Double, nullable=False, server_default="0"),  # when its player was last here
    Index("seats_by_person", "person"),
    Index("seats_by_asked", "asked"),
)

seat_keys = Table(
    "seat_keys",
    metadata,
    Column("id", String(16), primary_key=True),  # no secret: what its owner revokes it by
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("sides", String(40), nullable=False),  # separated by blanks; none: whoever set the game up for others
    Column("key_hash", String(64), nullable=False),  # the key itself is not kept
    Column("device", String(60), nullable=False),
    Column("made", Double, nullable=False),
    Index("seat_keys_by_game", "game"),
)

seat_links = Table(
    "seat_links",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("sides", String(40), nullable=False),
    Column("kind", String(12), nullable=False),  # invitation | device | handover
    Column("token_hash", String(64), nullable=False),  # exchanged for a key once
    Column("state", String(10), nullable=False),  # open | taken | withdrawn | asked: once the other side agrees
    Column("made", Double, nullable=False),
    Index("seat_links_by_game", "game"),
)

changes = Table(
    "changes",
    metadata,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),  # two writers of one version: the second is refused
    Column("kind", String(8), nullable=False),  # play | answer (by a standing answer) | undo | takeback (agreed) | end
    Column("side", String(16), nullable=False),
    Column("action", Text, nullable=False),  # notation; the number of actions taken back; how the players ended it
    Column("dice", Text, nullable=False),
    Column("fault", Text),  # JSON: the bot's fault, when chance played in its stead
    Column("at", Double, nullable=False),
)

talk = Table(
    "talk",
    metadata,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("room", String(10), nullable=False),  # table: the players | gallery: who watches | log: what was agreed
    Column("side", String(16), nullable=False),  # empty: somebody who watches
    Column("name", String(80), nullable=False),
    Column("key", String(40), nullable=False),  # of a line of the log; empty: somebody said it
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("side", String(16), nullable=False),  # whose it is
    Column("kind", String(12), nullable=False),  # draw | takeback | bot | person
    Column("what", String(40), nullable=False),  # actions to take back; the bot; the link for the other person
    Column("version", Integer, nullable=False),  # of the game: what is to be taken back is no other's
    Column("made", Double, nullable=False),
    Index("proposals_by_game", "game"),
)

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("name_key", String(80), nullable=False, unique=True),  # what makes two names the same
    Column("made", Double, nullable=False),
)

person_keys = Table(
    "person_keys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("key_hash", String(64), nullable=False),
    Column("device", String(60), nullable=False),
    Column("made", Double, nullable=False),
    Index("person_keys_by_hash", "key_hash"),
)

person_links = Table(
    "person_links",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("token_hash", String(64), nullable=False),  # exchanged for a key once, until it expires
    Column("state", String(10), nullable=False),  # open | taken | withdrawn
    Column("made", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Index("person_links_by_hash", "token_hash"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("credential", Text, nullable=False, unique=True),  # how the passkey calls itself
    Column("host", String(255), nullable=False),  # the name of the server it is good for
    Column("public_key", Text, nullable=False),
    Column("count", BigInteger, nullable=False),  # of what it has signed: a copy would count on its own
    Column("device", String(60), nullable=False),
    Column("made", Double, nullable=False),
    Index("passkeys_by_person", "person"),
)

passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("challenge", String(128), primary_key=True),
    Column("purpose", String(8), nullable=False),  # add | enter
    Column("person", String(16)),  # who adds one
    Column("expires", Double, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("who", String(60), primary_key=True),  # the id of a person, or `bot` and its name
    Column("series", String(40), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", Double, nullable=False),
)

server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),  # made on first use, the same for every process
    Column("made", Double, nullable=False),
)

correspondents = Table(
    "correspondents",
    metadata,
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("lang", String(2), nullable=False, server_default="en"),
    Column("choice", String(8), nullable=False, server_default="turn"),  # turn | digest | time | none
    Column("talk", Boolean, nullable=False, server_default=false()),  # whether to hear of what is said
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

game_choices = Table(
    "game_choices",
    metadata,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("choice", String(8), nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    # the browser: it hears no more when the name is taken from it
    Column("key", String(16), ForeignKey("person_keys.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("endpoint_hash", String(64), nullable=False, unique=True),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("lang", String(2), nullable=False),
    Column("made", Double, nullable=False),
    Index("subscriptions_by_person", "person"),
)

happenings = Table(
    "happenings",
    metadata,
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("side", String(16), nullable=False),
    Column("mark", String(40), nullable=False),  # which one it was: the same is not told twice
    Column("at", Double, nullable=False),
    Column("due", Double, nullable=False),
    Column("waiting", Boolean, nullable=False),  # false: it was sent, or needs not be
    Index("happenings_by_due", "waiting", "due"),
)

letters = Table(
    "letters",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("channel", String(8), nullable=False),  # push | mail | webhook
    Column("target", String(16), nullable=False),  # the subscription; empty: a person has one address of the kind
    Column("content", Text, nullable=False),  # JSON: what it is about; the words are found when it is sent
    Column("made", Double, nullable=False),
    Column("due", Double, nullable=False),  # later while a process has it in hand, or after it has failed
    Column("tries", Integer, nullable=False),
    Index("letters_by_due", "channel", "due"),
    Index("letters_by_person", "person"),
)

mail_counts = Table(
    "mail_counts",
    metadata,
    Column("address_hash", String(64), primary_key=True),
    Column("since", Double, nullable=False),
    Column("count", Integer, nullable=False),  # mails that somebody asked for to this address, since then
    Column("stopped", Double, nullable=False),  # until then its owner wants none
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),  # after which change
    Column("number", Integer, nullable=False),  # and how many actions
    Column("rolled", Integer, nullable=False),  # dice that had fallen
    Column("behind", Text, nullable=False, server_default=""),  # sides that may take back the actions before it
    Column("program", String(40), nullable=False),  # the version of the program that made it: no other reads it
    Column("state", Text, nullable=False),  # a position
    Column("digest", String(64), nullable=False),  # of all of that
)
