// Every limit of the interface (interface.md, "Limits"), in one place. Text lengths are UTF-16 code units.

const MEBIBYTE = 1024 * 1024;

export const LIMITS = {
  /** Bytes of a JSON request body. */
  body_bytes: 8 * MEBIBYTE,
  /** Bytes of a section's text in UTF-8. */
  raw_text_utf8_bytes: 8 * MEBIBYTE,
  /** Levels of objects and arrays inside each other in a JSON body. */
  json_depth: 64,
  section_title_units: 500,
  project_name_units: 120,
  /** The highest place that a section can be moved to. */
  section_index: 4_999,
  /** Bytes of a book's file. */
  import_bytes: 64 * MEBIBYTE,
  import_filename_units: 255,
  /** How long an import preview is kept, and how many of an account. */
  import_preview_hours: 24,
  import_previews: 5,
  /** Bytes of a bundle. */
  bundle_bytes: 8 * 1024 * MEBIBYTE,
  /** Takes of a line that one request asks for. */
  takes_at_once: 5,
  /** Bytes of the file of a person's recording of a line, and the length of its audio. */
  recording_bytes: 64 * MEBIBYTE,
  recording_duration_ms: { min: 100, max: 1_800_000 },
  /** The same for a recording of a guest, and what all recordings of a guest link may take. */
  guest_recording_bytes: 32 * MEBIBYTE,
  guest_recording_duration_ms: { min: 100, max: 600_000 },
  guest_link_megabytes: { min: 10, max: 5_000 },
  /** The most sections of one imported book. */
  import_chapters: 5_000,
  /** The most passages in the preview of a new edition. */
  edition_passages: 500,
  book_title_units: 500,
  book_author_units: 500,
  book_language_units: 35,
  book_series_units: 200,
  book_series_number_units: 20,
  undisclosed_reason_units: 500,
  book_description_units: 4_000,
  book_publisher_units: 200,
  book_contributors: 50,
  book_contributor_units: 200,
  /** Bytes of an uploaded cover. */
  book_cover_bytes: 10 * MEBIBYTE,
  /** Pixels of the longer side; a larger cover is made smaller. */
  book_cover_edge: 3_000,
  api_key_name_units: 80,
  api_key_days: 3650,
  /** Entries of a section's history that can be undone. */
  history_entries: 200,
  raw_key_units: 512,
  session_days: 30,
  session_name_units: 80,
  /** Sessions of an account that are listed. */
  session_list: 200,
  /** How long a pairing code is valid, and how many of an account at a time. */
  pairing_minutes: 10,
  pairing_codes: 5,
  preparation_voices: 50,
  preview_text_units: 300,
  /** The longest text of `POST /audio/speech`, the longest name in it, and its pace. */
  speech_input_units: 4_096,
  speech_name_units: 200,
  speech_speed: { min: 0.25, max: 4 },
  /** The most waiting speech requests of an account. */
  speech_waiting: 16,
  username_units: 64,
  display_name_units: 120,
  email_units: 320,
  account_page: 100,
  /** The most snowcoins of one account, and of one grant. Sums of millionths stay exact far beyond it. */
  account_snowcoins: 1_000_000_000,
  grant_note_units: 500,
  cursor_units: 500,
  prepare_sections: 100,
  create_audio_sections: 16,
  /** Engines whose lines other voices speak in one run. */
  other_voices_for: 20,
  /** Each active sound lane lowers the section limit of Create Audio by this many. */
  create_audio_sections_per_sound_lane: 2,
  target_blocks: 250,
  target_block_units: 1_000_000,
  workflow_steps: 100,
  error_summary: 100,
  /** Named projects and stories of one page together. */
  project_page: 500,
  story_page: 100,
  story_search_units: 200,
  export_page: 100,
  project_export_page: 10,
  project_export_sections: 100,
  project_idempotency_key_characters: { min: 8, max: 128 },
  /** How long the URL of an export's file is valid, and how long the file is kept. */
  export_url_hours: 12,
  export_kept_days: 30,
  mastering: {
    target_lufs: { min: -30, max: -10 },
    strength: { min: 0, max: 1 },
    max_boost_db: { min: 0, max: 24 },
    max_reduction_db: { min: 0, max: 24 },
    silence_threshold_lufs: { min: -120, max: -20 },
    peak_ceiling_db: { min: -12, max: -0.1 },
    sfx_bus_gain_db: { min: -24, max: 24 },
  },
  speaker_adjustment_db: 24,
  idempotency_key_units: 255,
  block_text_units: 65_536,
  note_text_units: 20_000,
  document_blocks: 100_000,
  document_window: 5_000,
  /** The searched words, and their replacement. */
  search_units: 200,
  replacement_units: 1_000,
  search_page: 500,
  search_page_default: 100,
  /** UTF-16 units of a line that a search shows. */
  search_excerpt_units: 240,
  /** What one replacement may change: lines, places, and UTF-16 units of the lines after it. */
  replace_lines: 20_000,
  replace_places: 100_000,
  replace_text_units: 16 * MEBIBYTE,
  /** Places that a replacement skips. */
  replace_left_out: 5_000,
  /** Findings of a page of a manuscript's check, and places that one request mends. */
  manuscript_page: 2_000,
  manuscript_page_default: 200,
  manuscript_mends: 2_000,
  /** Findings that a project ignores, and findings of one request. */
  ignored_findings: 2_000,
  manuscript_mend_units: 1_000,
  document_operations: 500,
  merge_blocks: { min: 2, max: 100 },
  assign_blocks: 1_000,
  version_page: 100,
  recovery_draft_bytes: MEBIBYTE,
  /** Sounds that a voice is cloned from. Engines may take fewer. */
  clone_recordings: 8,
  lexicon_entries: 2_000,
  lexicon_term_units: 200,
  /** UTF-16 units of a BCP 47 tag. */
  lexicon_language_units: 35,
  speaker_name_units: 120,
  speaker_sample_lines: 5,
  speaker_sample_units: 300,
  speaker_aliases: 50,
  speaker_description_units: 2_000,
  merge_speakers: 100,
  /** Series of an account, people of a series, and answers to proposals in one request. */
  series: 500,
  series_people: 1_000,
  series_answers: 200,
  /** Stories that are listed for a person of a series. */
  series_person_stories: 10,
  delivery_control_sets: 32,
  delivery_directives: 256,
  delivery_settings: 32,
  pronunciation_units: 500,
  timed_silence_ms: 300_000,
  sfx_duration_ms: { min: 100, max: 300_000 },
  sfx_prompt_units: 4_000,
  manifest_sequential_units: 50_000,
  manifest_overlay_units: 10_000,
  manifest_timed_text_units: 50_000,
  manifest_gaps: 50_000,
  manifest_assets: 60_000,
  manifest_source_ranges: 10_000,
  voice_page: 1_000,
  divergence_page: 500,
  feedback_attachment_bytes: 10 * MEBIBYTE,
  feedback_message_units: 5_000,
  feedback_attachments: 5,
  /** Bytes of JSON. */
  feedback_context_bytes: 64 * 1024,
  /** Bookmarks that an account keeps in one project. */
  bookmarks: 1_000,
  feedback_page: 100,
  balance_entry_page: 100,
  activity_page: 100,
  preview_pronunciations: 20,
  /** Streams of events that one key may hold open at a time. */
  event_streams_per_key: 10,
  /** Webhooks of an account. */
  webhooks: 10,
  webhook_url_units: 2_048,
  webhook_delivery_page: 100,
  sound_name_units: 120,
  sound_description_units: 1_000,
  sound_tags: 12,
  sound_tag_units: 60,
  sound_filename_units: 255,
  sound_search_units: 200,
  sound_page: 100,
  /** The default page size of the sound library, and of a project's sounds. */
  sound_page_default: 30,
  project_sound_page_default: 50,
  /** Bytes of an uploaded sound file. */
  sound_upload_bytes: 256 * MEBIBYTE,
  /** Decoded audio; the longest is 65 minutes. */
  sound_duration_ms: { min: 100, max: 3_900_000 },
  /** Bytes of a sanitised revision. */
  sound_revision_bytes: 720 * MEBIBYTE,
} as const;
