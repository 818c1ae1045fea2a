"""The image, the compose file and the proxy's file agree with each other and with the program; what they start runs.

Where a container engine is at hand the image is built and run. Everywhere the command that the compose file gives its
servers is started as it stands, twice, on a real PostgreSQL.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from urllib.request import urlopen

import httpx2
import pytest
import yaml
from helpers import SOURCE, TESTS, claim, wait

from hardtack.cli import build_parser
from hardtack.host_commands import read_hosting

ROOT = TESTS.parent
HOSTING = ROOT / "hosting"
KNOWN = (
    "FROM",
    "WORKDIR",
    "COPY",
    "RUN",
    "ENV",
    "USER",
    "VOLUME",
    "EXPOSE",
    "STOPSIGNAL",
    "HEALTHCHECK",
    "ENTRYPOINT",
    "CMD",
)
LISTS = ("RUN", "ENTRYPOINT", "CMD")  # without a shell in between
SECRET = re.compile(r"password|secret|token|_key", re.IGNORECASE)


def read_dockerfile():
    """Its instructions, one a line; nothing is written that this reader does not know."""
    found = []
    for line in (HOSTING / "Dockerfile").read_text().splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            assert word in KNOWN, line
            found.append((word, json.loads(rest) if word in LISTS else rest))
    return found


def the(instructions, word):
    [found] = [rest for name, rest in instructions if name == word]
    return found


@pytest.fixture(scope="module")
def image():
    return read_dockerfile()


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((HOSTING / "compose.yaml").read_text())


def servers_of(compose):
    return {name: one for name, one in compose["services"].items() if one["image"] == "hardtack"}


def health_command(image):
    options, _, command = the(image, "HEALTHCHECK").partition(" CMD ")
    assert re.fullmatch(r"(--\w[\w-]*=\d+s ?)+", options)
    return json.loads(command)


def test_the_image_is_built_of_what_is_there_and_holds_no_secret(image):
    stages = [rest for word, rest in image if word == "FROM"]
    assert stages == ["python:3.11-slim AS build", "python:3.11-slim"]
    ignored = (HOSTING / "Dockerfile.dockerignore").read_text().split()
    assert ignored[0] == "*", "only what is named goes in"
    for rest in [rest for word, rest in image if word == "COPY" and not rest.startswith("--from=build ")]:
        for source in rest.split()[:-1]:
            assert (ROOT / source).exists()
            assert f"!{source}" in ignored
    assert [rest[-1] for word, rest in image if word == "RUN" and "pip" in rest[0]] == [
        "requirements.txt", ".[postgres,host]"
    ]  # fmt: skip
    assert not [rest for word, rest in image if word == "ENV" and SECRET.search(rest)]


def test_the_image_runs_as_nobody_in_particular_and_says_how_it_fares(image):
    words = [word for word, _ in image]
    user = the(image, "USER")
    [made] = [rest for word, rest in image if word == "RUN" and rest[0] == "useradd"]
    assert made[-1] == user != "root"
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert the(image, "ENTRYPOINT") == ["hardtack"]
    options = build_parser().parse_args(the(image, "CMD"))
    assert (options.host, str(options.port)) == ("0.0.0.0", the(image, "EXPOSE"))
    assert f"http://127.0.0.1:{options.port}/healthz" in health_command(image)[-1]
    assert the(image, "STOPSIGNAL") == "SIGTERM"


def test_the_compose_file_fits_the_program_the_image_and_the_proxy(compose, image):
    assert set(compose["services"]) == {"server-1", "server-2", "database", "proxy"}
    proxy, database = compose["services"]["proxy"], compose["services"]["database"]
    for server in servers_of(compose).values():
        assert (
            HOSTING / server["build"]["context"] / server["build"]["dockerfile"]
        ).resolve() == HOSTING / "Dockerfile"
        options = build_parser().parse_args(server["command"])
        hosting = read_hosting(options)
        assert [str(net) for net in hosting.proxies] == [proxy["networks"]["inside"]["ipv4_address"] + "/32"]
        assert hosting.log == "json"
        assert (options.host, str(options.port)) == ("0.0.0.0", the(image, "EXPOSE"))
        assert int(server["stop_grace_period"].rstrip("s")) > hosting.drain + 1
        assert hosting.clean_up.unbegun
        assert "ports" not in server, "only the proxy is reached from outside"
        assert server["volumes"] == [f"home:{the(image, 'VOLUME')}"], "one for all: what is kept there is found again"
        assert server["read_only"]
        address = server["environment"]["HARDTACK_DATABASE"]
        assert address == "postgresql://hardtack:${DATABASE_PASSWORD:?set it in .env}@database/hardtack"
        assert server["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert "ports" not in database
    assert (database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"]) == ("hardtack",) * 2
    mounted = {volume.split(":")[0] for one in compose["services"].values() for volume in one["volumes"]}
    assert {name for name in mounted if not name.startswith("./")} == set(compose["volumes"])
    assert all((HOSTING / name).exists() for name in mounted if name.startswith("./"))
    asked = set(re.findall(r"\$\{(\w+):\?", (HOSTING / "compose.yaml").read_text()))
    example = (HOSTING / "example.env").read_text()
    assert asked == set(re.findall(r"^(\w+)=$", example, re.MULTILINE)), "and none of them has a value"


def test_the_proxy_asks_the_servers_there_are(compose):
    text = (HOSTING / "Caddyfile").read_text()
    [upstreams] = re.findall(r"reverse_proxy (.+) \{", text)
    ports = {f"{name}:{build_parser().parse_args(one['command']).port}" for name, one in servers_of(compose).items()}
    assert set(upstreams.split()) == ports
    for line in ("health_uri /readyz", "header_up X-Request-ID {http.request.uuid}", "flush_interval -1"):
        assert line in text
    assert text.count("{") == text.count("}")
    page = (HOSTING / "maintenance.html").read_text(encoding="utf-8")
    assert 'lang="en"' in page
    assert 'lang="ja"' in page


def test_the_unit_of_systemd_starts_what_there_is():
    """Several values of one name are fine in such a file, which the parser at hand does not know."""
    lines = (HOSTING / "hardtack@.service").read_text().splitlines()
    told = [tuple(line.split("=", 1)) for line in lines if line and line[0] not in "#["]
    values = dict(told)
    command = values["ExecStart"].replace("%i", "8001").split()
    assert command[0] == "/opt/hardtack/bin/hardtack"
    options = build_parser().parse_args(command[1:])
    hosting = read_hosting(options)
    assert (options.port, hosting.log, bool(hosting.clean_up.unbegun)) == (8001, "json", True)
    assert int(values["TimeoutStopSec"]) > hosting.drain + 1
    home = dict(value.split("=", 1) for name, value in told if name == "Environment")["HARDTACK_HOME"]
    assert home == f"/var/lib/{values['StateDirectory']}", "the only place it may write to"


# -- started

START = """
import sys
sys.path[:0] = {paths!r}
from hardtack.server import running
from toy.shelf import SHELF
running.Library = lambda: SHELF  # a small library: what is tried is how it is served
from hardtack.cli import main
sys.exit(main(sys.argv[1:]))
"""


class Started:
    """A server process as a container would run it, but for the places it listens at and the proxy's address."""

    client = None

    def __init__(self, command, database, folder):
        places = {"--host": "127.0.0.1", "--port": "0", "--proxy": "127.0.0.1", "--metrics": "127.0.0.1:0"}
        words = [word.partition("=")[0] + f"={places[name]}" if (name := word.partition("=")[0]) in places else word
                 for word in command]  # fmt: skip
        self.log = folder / f"server-{len(list(folder.iterdir()))}.log"
        with self.log.open("w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START.format(paths=[str(TESTS), str(SOURCE)]), *words], stderr=errors,
                env=os.environ | {
                    "HARDTACK_DATABASE": database, "HARDTACK_PUBLIC": "https://play.example",
                    "PYTHONPATH": os.pathsep.join([str(TESTS), str(SOURCE)]),
                },
            )  # fmt: skip

    def lines(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def find(self, pattern):
        """What it says about itself in its log, once it has."""

        def look():
            assert self.process.poll() is None, self.log.read_text()
            return [found[1] for line in self.lines() if (found := re.fullmatch(pattern, line.get("message", "")))]

        return wait(look, bool, 120)[0]

    def listen(self):
        """Wait until it serves."""
        self.url = self.find(r"ready at https://play\.example/, listening on (http://127\.0\.0\.1:\d+)")
        self.metrics = self.find(r"metrics at (\S+)")
        self.client = httpx2.Client(base_url=self.url, timeout=30, headers={"X-Forwarded-For": "203.0.113.9"})

    def end(self):
        self.process.kill()
        self.process.wait()
        if self.client is not None:
            self.client.close()


@pytest.fixture
def started(postgres, compose, tmp_path):
    import psycopg

    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS hosted")
        connection.execute("CREATE DATABASE hosted")
    database = postgres.url.rpartition("/")[0] + "/hosted"
    running = []
    try:
        for server in servers_of(compose).values():
            running.append(Started(server["command"], database, tmp_path))
        for one in running:
            one.listen()
        yield running
    finally:
        for one in running:
            one.end()


def test_two_servers_of_the_compose_file_play_one_game_and_leave_in_turn(started, image):
    first, second = started
    check = [sys.executable if word == "python" else word for word in health_command(image)]
    check[-1] = check[-1].replace("http://127.0.0.1:8000", first.url)
    subprocess.run(check, check=True, timeout=60)
    for one in started:
        assert one.client.get("/readyz").status_code == 200
    made = first.client.post("/api/games", json={"scenario": "mill", "seats": {"confederate": {"who": "link"}}}).json()
    other = claim(second.client, made["id"], made["invitations"]["confederate"])
    game, keys = f"/api/games/{made['id']}", ({"X-Seat-Key": made["key"]}, {"X-Seat-Key": other})
    with second.client.stream("GET", f"{game}/events", headers=keys[1], timeout=60) as stream:
        heard = stream.iter_lines()
        assert next(line for line in heard if line.startswith("data: "))
        with urlopen(second.metrics, timeout=30) as told:
            assert b"hardtack_open_streams 1\n" in told.read()
        acted = first.client.post(f"{game}/actions", json={"action": "colours UA", "expected": 0}, headers=keys[0])
        assert acted.status_code == 200, acted.text
        news = next(line for line in heard if line.startswith("data: "))
        assert json.loads(news[6:])["version"] == 1
    first.process.send_signal(signal.SIGTERM)
    told = wait(lambda: first.client.get("/readyz"), lambda answer: answer.status_code != 200)
    assert told.json()["error"]["code"] == "leaving"
    assert first.client.get("/healthz").status_code == 200
    assert first.client.get(game, headers=keys[0]).json()["version"] == 1, "it serves on meanwhile"
    first.process.send_signal(signal.SIGTERM)  # told twice, it does not wait
    first.process.wait(timeout=60)
    assert second.client.get("/readyz").status_code == 200
    assert second.client.get(game, headers=keys[0]).json()["version"] == 1
    second.process.send_signal(signal.SIGTERM)
    second.process.wait(timeout=60)  # told once, it leaves by itself when the proxy has had its time
    for one in started:
        text = one.log.read_text()
        assert not [secret for secret in (made["key"], other, "203.0.113.9") if secret in text]
        assert [line for line in one.lines() if line.get("game") == made["id"]]


# -- in a container


def engine():
    """The program of a container engine that answers and has, or can get, what the image is made of; None: none."""
    for program in ("docker", "podman"):
        if shutil.which(program) is None:
            continue
        tries = (["info"], ["pull", "python:3.11-slim"], ["run", "--rm", "python:3.11-slim", "pip", "download", "idna"])
        try:
            if all(subprocess.run([program, *one], capture_output=True, timeout=60).returncode == 0 for one in tries):
                return program
        except subprocess.TimeoutExpired:
            continue
    return None


def test_the_image_is_built_and_served_where_there_is_an_engine(image):
    program = engine()
    if program is None:
        # No engine, or none that can fetch what it needs: the start command was tried above, on this machine.
        assert build_parser().parse_args(the(image, "CMD")).run.__name__ == "run_serve"
        return

    def call(*words, seconds=120):
        done = subprocess.run([program, *words], capture_output=True, text=True, timeout=seconds, cwd=ROOT)
        assert done.returncode == 0, done.stderr[-3_000:]
        return done.stdout.strip()

    try:
        call("build", "--file", "hosting/Dockerfile", "--tag", "hardtack-tried", ".", seconds=600)
    except subprocess.TimeoutExpired:
        pytest.skip("the image takes longer to build here than the tests may")
    box = call("run", "--detach", "--publish", "127.0.0.1::8000", "hardtack-tried")
    try:
        port = call("port", box, "8000").splitlines()[0].rpartition(":")[2]

        def ready():
            try:
                return httpx2.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code
            except httpx2.HTTPError:
                return 0

        wait(ready, lambda status: status == 200, 180)
        assert call("exec", box, "id", "-u") != "0"
        assert json.loads(call("exec", box, "hardtack", "admin", "stats", "--json"))["games"] == 0
        call("stop", box)
    finally:
        subprocess.run([program, "rm", "--force", box], capture_output=True, timeout=120)
