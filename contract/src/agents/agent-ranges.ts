/** The ranges of an assistant's controls (specification 5, and our own where it names none): the server refuses what lies outside, the editor offers what lies inside. */
export interface Range {
  least: number;
  most: number;
  /** Of the editor's slider; any value within the range may be written. */
  step: number;
}

export const RANGES = {
  max_tokens: { least: 50, most: 500, step: 10 },
  first_words_seconds: { least: 1, most: 20, step: 0.5 },
  temperature: { least: 0, most: 1, step: 0.01 },
  buffer_size: { least: 50, most: 400, step: 10 },
  number_of_words_for_interruption: { least: 1, most: 10, step: 1 },
  endpointing: { least: 100, most: 1_000, step: 50 },
  incremental_delay: { least: 200, most: 1_500, step: 50 },
  trigger_user_online_message_after: { least: 3, most: 15, step: 1 },
  hangup_after_silence: { least: 5, most: 30, step: 1 },
  call_terminate: { least: 30, most: 600, step: 30 },
  backchanneling_message_gap: { least: 1, most: 30, step: 1 },
  backchanneling_start_delay: { least: 0, most: 30, step: 1 },
  speed: { least: 0.5, most: 2, step: 0.1 },
  voicemail_detection_duration: { least: 5, most: 120, step: 5 },
  inbound_limit: { least: -1, most: 10, step: 1 },
} as const satisfies Record<string, Range>;
