"""Codes of errors follow from the names of their classes; the table of statuses pins them, whatever is renamed."""

from __future__ import annotations

import importlib
import pkgutil

import hardtack.server
from hardtack.referee.errors import HardtackError
from hardtack.server.errors import STATUS, own_words

# What a server answers without raising it, by `answers`, `guard` and `allowances`.
SAID = {
    "bad_request", "bad_method", "too_large", "not_found", "other_site", "too_many_requests", "too_many_games",
    "too_many_streams", "too_many_bot_games",
}  # fmt: skip
# What only whoever runs a server, or studies games, meets on a command line.
AT_HOME = {"bad_backup", "bad_data", "bad_positions", "bad_results", "bad_setting", "store_trouble"}
ITS_OWN = {"refused"}  # each says which of the above it is


def kinds(base: type[HardtackError]) -> set[type[HardtackError]]:
    found = set(base.__subclasses__())
    return found.union(*(kinds(one) for one in found))


def test_every_code_has_a_status_and_every_status_a_code() -> None:
    for module in pkgutil.walk_packages(hardtack.server.__path__, "hardtack.server."):
        if ".migrations" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    ours = [one for one in kinds(HardtackError) if one.__module__.startswith("hardtack.")]
    assert {one.code for one in ours} - AT_HOME - ITS_OWN == set(STATUS) - SAID


def test_a_code_is_the_name_of_its_class_unless_the_class_says_otherwise() -> None:
    class TooFarAway(HardtackError):
        """As any other."""

    class Nearby(HardtackError):
        code = "near"

    assert (TooFarAway.code, Nearby.code, HardtackError.code) == ("too_far_away", "near", "error")


def test_every_code_that_can_be_answered_has_its_words() -> None:
    for code in STATUS:
        assert f"error.{code}" in own_words()
