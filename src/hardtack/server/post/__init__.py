"""Notices on their way to people who are not looking.

settings.py    what the host has set up: its address, mail, push, webhooks
post_store.py  how each person wants to hear, and where; mailing.py: mail addresses
happenings.py  what has happened that somebody ought to hear of; weighing.py: whether that is still true and wanted
letters.py     what is to be sent, claimed by one process at a time; outbox.py: the threads that do all this
push.py, mail.py   two of the ways; outward.py: webhooks, and how anything leaves for an address that somebody gave us
wording.py     what a notice says, and one's games as a feed
"""
