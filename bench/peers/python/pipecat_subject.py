"""
Pipecat as a subject: its pipeline with a transport of our own for raw PCM, stubs for ears, mind and voice, loudness or its Silero as voice
activity. With `endpointMs`: turns ended by its speech timeout, voice activity tuned; without, its defaults, with its end-of-turn model's
answer given by the driver's settings. The stub of the ears marks its words as final, so that nothing waits for later ones.
`python pipecat_subject.py loudness|silero`.
"""

import asyncio
import sys
import time
from array import array

from loguru import logger
from pipecat.audio.turn.base_turn_analyzer import BaseTurnAnalyzer, EndOfTurnState
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADAnalyzer, VADParams
from pipecat.frames.frames import (
    InputAudioRawFrame,
    InterimTranscriptionFrame,
    InterruptionFrame,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.services.settings import TTSSettings
from pipecat.services.tts_service import TTSService
from pipecat.transports.base_input import BaseInputTransport
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import TransportParams
from pipecat.turns.user_start import VADUserTurnStartStrategy
from pipecat.turns.user_stop import SpeechTimeoutUserTurnStopStrategy, TurnAnalyzerUserTurnStopStrategy
from pipecat.turns.user_turn_strategies import UserTurnStrategies, default_user_turn_start_strategies
from pipecat.workers.runner import WorkerRunner
from wire import CLEAR, RATE, SAID, TOKEN, Wire, spoken

USE_SILERO = "silero" in sys.argv
LOUD = 400
WINDOW = 320
CHUNK_BYTES = RATE // 10 * 2
logger.remove()
logger.add(sys.stderr, level="ERROR")
wire = Wire()


class LoudnessVad(VADAnalyzer):
    """Loud is speech."""

    def num_frames_required(self) -> int:
        return WINDOW

    def voice_confidence(self, buffer: bytes) -> float:
        window = array("h", buffer)
        return 1.0 if max(max(window), -min(window)) > LOUD else 0.0


class Verdict(BaseTurnAnalyzer):
    """Its end-of-turn model: says at once what it is told to."""

    def __init__(self, ended: bool) -> None:
        super().__init__()
        self._ended = ended

    @property
    def speech_triggered(self) -> bool:
        return True

    @property
    def params(self):
        return None

    def append_audio(self, buffer, is_speech):
        return EndOfTurnState.INCOMPLETE

    async def analyze_end_of_turn(self):
        return (EndOfTurnState.COMPLETE if self._ended else EndOfTurnState.INCOMPLETE), None

    def clear(self) -> None:
        pass


class Input(BaseInputTransport):
    async def start(self, frame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)


class Output(BaseOutputTransport):
    """Takes a chunk when the one before has been played, as a line does."""

    def __init__(self, params: TransportParams, session: int) -> None:
        super().__init__(params)
        self._number = session
        self._due = 0.0

    async def start(self, frame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def process_frame(self, frame, direction) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, InterruptionFrame):
            wire.send(self._number, CLEAR)
            self._due = 0.0

    async def write_audio_frame(self, frame) -> bool:
        now = time.monotonic()
        self._due = max(self._due, now)
        wire.send(self._number, SAID, frame.audio)
        self._due += len(frame.audio) / 2 / RATE
        await asyncio.sleep(max(0.0, self._due - now))
        return True


class StubEars(FrameProcessor):
    async def process_frame(self, frame, direction) -> None:
        await super().process_frame(frame, direction)
        await self.push_frame(frame, direction)


class StubMind(FrameProcessor):
    def __init__(self, session: int, settings: dict) -> None:
        super().__init__()
        self._number, self._settings = session, settings
        self._answering: asyncio.Task | None = None

    async def process_frame(self, frame, direction) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, InterruptionFrame) and self._answering is not None:
            self._answering.cancel()
        if isinstance(frame, LLMContextFrame):
            self._answering = asyncio.ensure_future(self._answer())
        else:
            await self.push_frame(frame, direction)

    async def _answer(self) -> None:
        await self.push_frame(LLMFullResponseStartFrame())
        await asyncio.sleep(self._settings.get("firstTokenMs", 0) / 1_000)
        wire.send(self._number, TOKEN)
        for index, word in enumerate(self._settings["reply"].split(" ")):
            if index > 0 and self._settings["tokenMs"] > 0:
                await asyncio.sleep(self._settings["tokenMs"] / 1_000)
            await self.push_frame(LLMTextFrame(word if index == 0 else f" {word}"))
        await self.push_frame(LLMFullResponseEndFrame())


class StubVoice(TTSService):
    def __init__(self) -> None:
        settings = TTSSettings(model=None, voice=None, language=None)
        super().__init__(sample_rate=RATE, push_start_frame=True, push_stop_frames=True, settings=settings)

    async def run_tts(self, text, context_id):
        sound = spoken(text)
        for at in range(0, len(sound), CHUNK_BYTES):
            yield TTSAudioRawFrame(sound[at : at + CHUNK_BYTES], RATE, 1, context_id=context_id)


class Call:
    def __init__(self, worker: PipelineWorker, source: Input, ears: StubEars) -> None:
        self._worker, self._source, self._ears = worker, source, ears

    def sound(self, body: bytes) -> None:
        asyncio.ensure_future(self._source.push_audio_frame(InputAudioRawFrame(body, RATE, 1)))

    def partial(self, text: str) -> None:
        asyncio.ensure_future(self._ears.push_frame(InterimTranscriptionFrame(text, "caller", "")))

    def final(self, text: str) -> None:
        asyncio.ensure_future(self._ears.push_frame(TranscriptionFrame(text, "caller", "", finalized=True)))

    async def close(self) -> None:
        await self._worker.cancel()


def activity(tuned: bool) -> VADAnalyzer:
    params = VADParams(start_secs=0.05, stop_secs=0.1) if tuned else VADParams()
    params.min_volume = 0.0
    return SileroVADAnalyzer(sample_rate=RATE, params=params) if USE_SILERO else LoudnessVad(sample_rate=RATE, params=params)


async def open_call(number: int, settings: dict) -> Call:
    endpoint_ms = settings.get("endpointMs")
    tuned = endpoint_ms is not None
    if tuned:
        # Its timeout begins when voice activity ends, which is 100 ms after the end of speech.
        stop = SpeechTimeoutUserTurnStopStrategy(user_speech_timeout=endpoint_ms / 1_000 - 0.1)
    else:
        stop = TurnAnalyzerUserTurnStopStrategy(turn_analyzer=Verdict(settings.get("turnEnds", True)))
    start = [VADUserTurnStartStrategy()] if tuned else default_user_turn_start_strategies()
    params = TransportParams(
        audio_in_enabled=True, audio_out_enabled=True, audio_in_sample_rate=RATE, audio_out_sample_rate=RATE
    )
    source, ears = Input(params), StubEars()
    context = LLMContext()
    aggregators = LLMContextAggregatorPair(
        context,
        user_params=LLMUserAggregatorParams(
            vad_analyzer=activity(tuned), user_turn_strategies=UserTurnStrategies(start=start, stop=[stop])
        ),
    )
    pipeline = Pipeline(
        [source, ears, aggregators.user(), StubMind(number, settings), StubVoice(), Output(params, number), aggregators.assistant()]
    )
    worker = PipelineWorker(
        pipeline,
        params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE),
        idle_timeout_secs=None,
    )
    ready = asyncio.Event()

    @worker.event_handler("on_pipeline_started")
    async def started(*_) -> None:
        ready.set()

    runner = WorkerRunner(handle_sigint=False)
    worker_added = runner.add_workers(worker)
    if asyncio.iscoroutine(worker_added):
        await worker_added
    asyncio.ensure_future(runner.run())
    await asyncio.wait_for(ready.wait(), 20)
    if settings["greeting"]:
        await worker.queue_frame(TTSSpeakFrame(settings["greeting"]))
    return Call(worker, source, ears)


asyncio.run(wire.serve(open_call))
