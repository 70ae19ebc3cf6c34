"""
LiveKit Agents for Python as a subject, measured as its sibling for Node.js is (../livekit-js/subject.mjs): AgentSession with an audio input
and output of our own in place of a room, stubs for ears, mind and voice, loudness or its bundled Silero as voice activity, and an answer
of its end-of-turn model that the driver's settings give. `python livekit_subject.py loudness|silero`.
"""

import asyncio
import sys
import time
from array import array

from livekit import rtc
from livekit.agents import Agent, AgentSession, inference, llm, stt, tts, vad
from livekit.agents.inference.eot import transports
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS
from livekit.agents.voice import io
from wire import RATE, TOKEN, Player, Wire, spoken

USE_SILERO = "silero" in sys.argv
LOUD = 400
wire = Wire()


class Verdict:
    """Its end-of-turn model: says at once what it is told to."""

    ended = True

    def predict(self, _pcm) -> float:
        return 0.99 if Verdict.ended else 0.01


transports._EOT = Verdict


class StubVoice(tts.TTS):
    def __init__(self) -> None:
        super().__init__(capabilities=tts.TTSCapabilities(streaming=False), sample_rate=RATE, num_channels=1)

    def synthesize(self, text, *, conn_options=DEFAULT_API_CONNECT_OPTIONS):
        return StubSpeech(tts=self, input_text=text, conn_options=conn_options)


class StubSpeech(tts.ChunkedStream):
    async def _run(self, output_emitter) -> None:
        output_emitter.initialize(request_id="r", sample_rate=RATE, num_channels=1, mime_type="audio/pcm")
        output_emitter.push(spoken(self.input_text))
        output_emitter.flush()


class StubMind(llm.LLM):
    def __init__(self, session: int, settings: dict) -> None:
        super().__init__()
        self.session, self.settings = session, settings

    def chat(self, *, chat_ctx, tools=None, conn_options=DEFAULT_API_CONNECT_OPTIONS, **_):
        return StubTokens(self, chat_ctx=chat_ctx, tools=tools or [], conn_options=conn_options)


class StubTokens(llm.LLMStream):
    async def _run(self) -> None:
        settings = self._llm.settings
        await asyncio.sleep(settings.get("firstTokenMs", 0) / 1_000)
        wire.send(self._llm.session, TOKEN)
        for index, word in enumerate(settings["reply"].split(" ")):
            if index > 0 and settings["tokenMs"] > 0:
                await asyncio.sleep(settings["tokenMs"] / 1_000)
            content = word if index == 0 else f" {word}"
            self._event_ch.send_nowait(llm.ChatChunk(id="t", delta=llm.ChoiceDelta(role="assistant", content=content)))


class StubEars(stt.STT):
    def __init__(self) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=True, interim_results=True))
        self.current = None

    async def _recognize_impl(self, buffer, **_):
        raise NotImplementedError

    def stream(self, *, conn_options=DEFAULT_API_CONNECT_OPTIONS, **_):
        self.current = StubEarsStream(stt=self, conn_options=conn_options, sample_rate=RATE)
        return self.current

    def tell(self, kind, text: str) -> None:
        if self.current is not None:
            data = stt.SpeechData(language="en", text=text, confidence=0.95)
            self.current._event_ch.send_nowait(stt.SpeechEvent(type=kind, alternatives=[data]))


class StubEarsStream(stt.RecognizeStream):
    async def _run(self) -> None:
        async for _ in self._input_ch:
            pass


class LoudnessVad(vad.VAD):
    """Loud is speech."""

    def __init__(self, window_ms: int, silence_ms: int) -> None:
        super().__init__(capabilities=vad.VADCapabilities(update_interval=window_ms / 1_000))
        self.window_ms, self.silence_ms = window_ms, silence_ms

    @property
    def min_silence_duration(self):
        return self.silence_ms / 1_000

    def stream(self):
        return LoudnessStream(self)


class LoudnessStream(vad.VADStream):
    async def _main_task(self) -> None:
        window_s, silence_s = self._vad.window_ms / 1_000, self._vad.silence_ms / 1_000
        window_bytes = int(window_s * RATE) * 2
        held, at, loud, quiet, speaking, spoken_s = bytearray(), 0, 0.0, 0.0, False, 0.0

        def send(kind) -> None:
            self._event_ch.send_nowait(
                vad.VADEvent(
                    type=kind,
                    samples_index=at,
                    timestamp=time.time(),
                    speech_duration=spoken_s,
                    silence_duration=quiet,
                    probability=1.0 if loud > 0 else 0.0,
                    speaking=speaking,
                    raw_accumulated_silence=quiet,
                    raw_accumulated_speech=loud,
                )
            )

        async for frame in self._input_ch:
            if not isinstance(frame, rtc.AudioFrame):
                held, loud, quiet, speaking, spoken_s = bytearray(), 0.0, 0.0, False, 0.0
                continue
            held += bytes(frame.data)
            while len(held) >= window_bytes:
                window = array("h", bytes(held[:window_bytes]))
                del held[:window_bytes]
                at += len(window)
                if max(max(window), -min(window)) > LOUD:
                    loud, quiet = loud + window_s, 0.0
                else:
                    loud, quiet = 0.0, quiet + window_s
                if speaking:
                    spoken_s += window_s
                send(vad.VADEventType.INFERENCE_DONE)
                if not speaking and loud >= 0.05:
                    speaking, spoken_s = True, loud
                    send(vad.VADEventType.START_OF_SPEECH)
                elif speaking and quiet >= silence_s:
                    speaking = False
                    send(vad.VADEventType.END_OF_SPEECH)
                    spoken_s = 0.0


class Ear(io.AudioInput):
    def __init__(self) -> None:
        super().__init__(label="driver")
        self.queue: asyncio.Queue = asyncio.Queue()

    async def __anext__(self):
        return await self.queue.get()


class Speaker(io.AudioOutput):
    def __init__(self, session: int) -> None:
        super().__init__(label="driver", capabilities=io.AudioOutputCapabilities(pause=True), sample_rate=RATE)
        self._player = Player(
            wire,
            session,
            started=lambda: self.on_playback_started(created_at=time.time()),
            finished=lambda played, cut: self.on_playback_finished(playback_position=played, interrupted=cut),
        )

    async def capture_frame(self, frame) -> None:
        await super().capture_frame(frame)
        self._player.add(bytes(frame.data))

    def flush(self) -> None:
        super().flush()
        self._player.end()

    def clear_buffer(self) -> None:
        self._player.clear()

    def pause(self) -> None:
        super().pause()
        self._player.pause()

    def resume(self) -> None:
        super().resume()
        self._player.resume()


class Call:
    def __init__(self, session: AgentSession, ears: StubEars, ear: Ear) -> None:
        self._session, self._ears, self._ear = session, ears, ear

    def sound(self, body: bytes) -> None:
        self._ear.queue.put_nowait(rtc.AudioFrame(body, RATE, 1, len(body) // 2))

    def partial(self, text: str) -> None:
        self._ears.tell(stt.SpeechEventType.INTERIM_TRANSCRIPT, text)

    def final(self, text: str) -> None:
        self._ears.tell(stt.SpeechEventType.FINAL_TRANSCRIPT, text)

    async def close(self) -> None:
        await self._session.aclose()


async def open_call(number: int, settings: dict) -> Call:
    ears, ear = StubEars(), Ear()
    endpoint_ms = settings.get("endpointMs")
    Verdict.ended = settings.get("turnEnds", True)
    if endpoint_ms is None:
        turn = {"turn_detection": inference.TurnDetector(version="v1-mini")}
    else:
        turn = {"turn_detection": "vad", "endpointing": {"min_delay": endpoint_ms / 1_000, "max_delay": endpoint_ms / 1_000}}
    loudness = LoudnessVad(32, 250) if endpoint_ms is None else LoudnessVad(20, 100)
    session = AgentSession(
        stt=ears,
        llm=StubMind(number, settings),
        tts=StubVoice(),
        **({} if USE_SILERO else {"vad": loudness}),
        turn_handling=turn,
        user_away_timeout=None,
        # As on outbound telephone calls: otherwise nobody can interrupt the first three seconds.
        aec_warmup_duration=None,
    )
    session.input.audio = ear
    session.output.audio = Speaker(number)
    await session.start(Agent(instructions="You answer the phone."))
    if settings["greeting"]:
        session.say(settings["greeting"])
    return Call(session, ears, ear)


asyncio.run(wire.serve(open_call))
