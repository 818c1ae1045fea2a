"""Notices on their way to people who are not looking.

settings.py    what the host has set up: its address, mail, push, webhooks
post_store.py  how each person wants to hear, and where; mailing.py: mail, and the addresses it goes to
weighing.py    whether what has happened is still true and wanted, what it says, and one's games as a feed
letters.py     what has happened, and what is to be sent, claimed by one process at a time; outbox.py: the threads
push.py        web push; outward.py: webhooks, and how anything leaves for an address that somebody gave us
"""
