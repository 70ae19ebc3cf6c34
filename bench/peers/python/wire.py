"""The driver's protocol (bench/driver/protocol.ts), and a player that paces what it is given as a line would."""

import asyncio
import gc
import json
import math
import socket
import struct
import sys
import time
from array import array

RATE = 16_000
FRAME_BYTES = 640
FRAME_S = 0.02
OPEN, SOUND, PARTIAL, FINAL, CLOSE, SETTLE = 1, 2, 3, 4, 5, 6
OPENED, SAID, CLEAR, TOKEN, SETTLED = 11, 12, 13, 14, 15

# What every stub's voice says: 60 ms a character.
_SPEECH = array("h", (int(6_000 * math.sin(i / 9) * (0.6 + 0.4 * math.sin(i / 700))) for i in range(RATE * 20))).tobytes()


def spoken(text: str) -> bytes:
    return _SPEECH[: len(text) * 60 * (RATE // 1_000) * 2]


class Wire:
    def __init__(self) -> None:
        self._writer: asyncio.StreamWriter

    def send(self, session: int, kind: int, body: bytes = b"") -> None:
        self._writer.write(struct.pack("<IHB", 3 + len(body), session, kind) + body)

    async def serve(self, open_session) -> None:
        """`open_session(id, settings)` answers with an object that has `sound`, `partial`, `final` and `close`."""
        reader, self._writer = await asyncio.open_connection(sock=socket.socket(fileno=3))
        sessions = {}
        while True:
            try:
                length, session, kind = struct.unpack("<IHB", await reader.readexactly(7))
                body = await reader.readexactly(length - 3)
            except (asyncio.IncompleteReadError, ConnectionError):
                sys.exit(0)
            if kind == OPEN:
                sessions[session] = await open_session(session, json.loads(body))
                self.send(session, OPENED)
            elif kind == SETTLE:
                gc.collect()
                self.send(session, SETTLED)
            elif session not in sessions:
                continue
            elif kind == SOUND:
                sessions[session].sound(body)
            elif kind == PARTIAL:
                sessions[session].partial(body.decode())
            elif kind == FINAL:
                sessions[session].final(body.decode())
            elif kind == CLOSE:
                asyncio.ensure_future(sessions.pop(session).close())


class Player:
    """The first frame at once, then one every 20 ms of an absolute clock."""

    def __init__(self, wire: Wire, session: int, started, finished) -> None:
        self._wire, self._session = wire, session
        self._started, self._finished = started, finished
        self._bytes = bytearray()
        self._task: asyncio.Task | None = None
        self._ends = False
        self._paused = False
        self.played_s = 0.0

    def add(self, sound: bytes) -> None:
        self._bytes += sound
        if self._task is None:
            self._ends, self.played_s = False, 0.0
            self._task = asyncio.ensure_future(self._play())
            self._started()

    def end(self) -> None:
        self._ends = True

    def pause(self) -> None:
        self._paused = True
        self._wire.send(self._session, CLEAR)

    def resume(self) -> None:
        self._paused = False

    def clear(self) -> None:
        self._wire.send(self._session, CLEAR)
        self._bytes.clear()
        self._paused = False
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._finished(self.played_s, True)

    async def _play(self) -> None:
        due = time.monotonic()
        while True:
            if self._paused:
                due = time.monotonic()
            elif len(self._bytes) >= FRAME_BYTES or (self._bytes and self._ends):
                self._wire.send(self._session, SAID, bytes(self._bytes[:FRAME_BYTES]))
                del self._bytes[:FRAME_BYTES]
                self.played_s += FRAME_S
            elif self._ends:
                break
            due += FRAME_S
            await asyncio.sleep(max(0.0, due - time.monotonic()))
        self._task = None
        self._finished(self.played_s, False)
