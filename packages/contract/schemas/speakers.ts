// The cast of a project.

import { z } from "zod";
import { generationProfileOverride } from "./document.ts";
import { count, uuid, version } from "./primitives.ts";
import { age, gender } from "./voices.ts";

export const speaker = z
  .strictObject({
    id: uuid,
    name: z.string(),
    role: z.enum(["narrator", "character", "group"]),
    aliases: z.array(z.string()),
    gender: gender.nullable(),
    age: age.nullable(),
    description: z.string().nullable(),
    color_index: count,
    casting: z
      .strictObject({
        voice_id: uuid,
        voice_name: z.string(),
        provider: z.string(),
        model: z.string(),
        generation_profile: generationProfileOverride.nullable(),
        source: z.enum(["automatic", "user"]),
      })
      .nullable(),
    usage: z.strictObject({ section_count: count, block_count: count, character_count: count }),
  })
  .meta({
    id: "Speaker",
    description: "Every project has one narrator. A cast made by the user is never overwritten.",
  });

const pair = z.array(uuid).length(2);

export const mergeSuggestions = z
  .strictObject({
    project_id: uuid,
    speaker_registry_version: version,
    suggestions: z
      .array(
        z
          .strictObject({
            speaker_ids: pair.meta({ description: "Two speakers; the first one has more lines." }),
            confidence: z.number().min(0).max(1).meta({
              description: "The confidence of the suggestion. It orders suggestions and is not a measured probability.",
            }),
            reasons: z
              .array(
                z
                  .strictObject({
                    kind: z.enum(["same_name", "part_of_name", "short_form", "answers_to_name", "same_turns"]).meta({
                      description:
                        "same_name: equal except for an article or a title. part_of_name: one name is part of the other. short_form: such as Tom and Thomas. answers_to_name: one answers when the other's name is called. same_turns: the two never answer each other but talk with the same people.",
                    }),
                    name: z.string().nullable().meta({
                      description: "The shared part of the names, or the name that is called. Null: neither.",
                    }),
                    count: count
                      .nullable()
                      .meta({ description: "The number of lines that support it. Null: only the names support it." }),
                  })
                  .meta({ id: "MergeReason", description: "Why two speakers are probably one person." }),
              )
              .meta({ description: "At least one, strongest first." }),
          })
          .meta({ id: "MergeSuggestion", description: "Two speakers that are probably one person." }),
      )
      .meta({ description: "Most probable first." }),
  })
  .meta({ id: "MergeSuggestions", description: "Speakers of a project that are probably one person." });

export const similarVoices = z
  .strictObject({
    project_id: uuid,
    speaker_registry_version: version,
    pairs: z
      .array(
        z
          .strictObject({
            speaker_ids: pair.meta({ description: "Two speakers who talk with each other." }),
            voice_ids: pair.meta({ description: "Their voices, in the same order." }),
            distance: z.number().min(0).meta({ description: "In just noticeable steps. 0: it is the same voice." }),
            recast_speaker_id: uuid.meta({
              description:
                "The one of the two who should get another voice: one whose voice no person chose before one with a chosen voice, then the one who says less. Never the narrator.",
            }),
            better_voice_id: uuid.nullable().meta({
              description:
                "A voice for that speaker that differs from the voices of everyone the speaker talks with. Null: there is none, or the pair is not among the first 20.",
            }),
          })
          .meta({ id: "SimilarVoices", description: "Two people of one scene whose voices sound too alike." }),
      )
      .meta({ description: "Pairs that talk most with each other first." }),
  })
  .meta({ id: "SimilarVoiceList", description: "Voices of a cast that a listener can confuse." });

/** A language that automatic casting has no voice for. */
export const unspokenLanguage = z
  .strictObject({
    language: z.string().meta({ description: "The language of the text (BCP 47)." }),
    speaker_ids: z.array(uuid).meta({
      description: "The speakers with lines who have no voice of this language.",
    }),
    providers: z.array(z.string()).meta({
      description:
        "Engines that speak the language now. Automatic casting does not choose them by itself: `PATCH …/casting` or the project's `provider` does.",
    }),
    install: z.array(z.string()).meta({
      description:
        "Voices for `fullcast voices install`. Empty: none is known; `fullcast voices list --installable` lists the catalogues, and a speech service can be connected (docs/engines).",
    }),
    message: z.string().meta({ description: "What is wrong and what to do, as sentences." }),
  })
  .meta({
    id: "UnspokenLanguage",
    description: "No voice that automatic casting chooses speaks the language of the text.",
  });

export const voiceMisfits = z
  .strictObject({
    project_id: uuid,
    speaker_registry_version: version,
    language: z.string().meta({
      description: "The language by which casting chooses voices (BCP 47): the book's, otherwise that of the words.",
    }),
    unspoken_language: unspokenLanguage.nullable().meta({
      description: "Null: automatic casting has voices for the language of the story.",
    }),
    misfits: z
      .array(
        z
          .strictObject({
            speaker_id: uuid,
            voice_id: uuid.meta({ description: "The speaker's present voice." }),
            better_voice_id: uuid.nullable().meta({
              description:
                "A voice that suits the speaker, as casting would choose it beside the voices of all others. Null: no voice of the catalogue suits better.",
            }),
            reasons: z
              .array(
                z
                  .strictObject({
                    kind: z.enum(["gender", "age", "accent"]).meta({
                      description:
                        "gender: the voice has the other gender. age: the voice is far from the speaker's age. accent: the voices of the family have another accent.",
                    }),
                    wanted: z
                      .string()
                      .meta({ description: "The speaker's gender or age, or the accent of the family." }),
                    has: z.string().meta({ description: "The gender, age or accent of the voice." }),
                    relative_ids: z.array(uuid).meta({
                      description:
                        "For an accent, the speakers with the same surname whose voices have the wanted accent; otherwise empty.",
                    }),
                  })
                  .meta({ id: "MisfitReason", description: "Why a voice does not suit a speaker." }),
              )
              .meta({ description: "At least one: the gender, then the age, then the accent." }),
          })
          .meta({ id: "VoiceMisfit", description: "A speaker whose voice does not suit them." }),
      )
      .meta({ description: "Wrong genders and ages first; among equals the speakers who say most first." }),
  })
  .meta({ id: "VoiceMisfits", description: "Speakers of a project whose voices do not suit them." });
