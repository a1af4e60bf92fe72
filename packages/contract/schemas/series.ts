// Series: people of earlier books, and what is proposed of them for a project.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { generationProfileOverride } from "./document.ts";
import { lexiconEntry } from "./lexicon.ts";
import { count, trimmedText, uuid, version } from "./primitives.ts";
import { age, gender } from "./voices.ts";

export const seriesName = trimmedText({ min: 1, max: LIMITS.book_series_units });

const { term, case_sensitive, alphabet, value, language } = lexiconEntry.shape;

/** An entry of a lexicon that goes with a person from book to book. */
export const seriesPronunciation = z
  .strictObject({
    term,
    case_sensitive,
    alphabet,
    value,
    language,
    own_lines_only: z.boolean().meta({ description: "Whether the entry applies only to the lines of this person." }),
  })
  .meta({ id: "SeriesPronunciation", description: "A pronunciation that a person brings from book to book." });

const seriesProject = z
  .strictObject({
    project_id: uuid,
    name: z.string().meta({ description: "The title of the book, or the name of the story." }),
    series_number: z.string().nullable().meta({ description: "The place in the series, as the book data states it." }),
  })
  .meta({ id: "SeriesProject", description: "A story of a series." });

export const seriesPerson = z
  .strictObject({
    id: uuid,
    role: z.enum(["narrator", "character", "group"]),
    name: z.string(),
    aliases: z.array(z.string()),
    gender: gender.nullable(),
    age: age.nullable(),
    description: z.string().nullable(),
    voice: z
      .strictObject({
        voice_id: uuid,
        voice_name: z.string(),
        provider: z.string(),
        available: z.boolean().meta({ description: "Whether this server knows the voice." }),
      })
      .nullable()
      .meta({ description: "The voice that speaks this person. Null: none was chosen yet." }),
    generation_profile: generationProfileOverride.nullable(),
    pronunciations: z
      .array(seriesPronunciation)
      .meta({ description: "Entries of the lexicon that go with the person." }),
    sample_text: z.string().nullable().meta({ description: "A line of this person, for listening. Null: none fits." }),
    talks_with: z.array(uuid).meta({ description: "People of the series that this one talks with most." }),
    known_in: z.array(seriesProject).meta({
      description: `The stories in which a speaker is this person, in the order of the series, at most ${LIMITS.series_person_stories}.`,
    }),
  })
  .meta({ id: "SeriesPerson", description: "A person of a series, as the last saved book has them." });

const summary = {
  id: uuid,
  name: z.string(),
  person_count: count.meta({ description: "People of the series, with the narrator." }),
};

export const seriesSummary = z
  .strictObject(summary)
  .meta({ id: "SeriesSummary", description: "A series of books of the account." });

export const series = z
  .strictObject({
    ...summary,
    projects: z
      .array(seriesProject)
      .meta({ description: "The stories of the series, by number, then as they joined." }),
  })
  .meta({ id: "Series", description: "A series with its stories." });

export const seriesWithPeople = z
  .strictObject({
    ...series.shape,
    people: z
      .array(seriesPerson)
      .meta({ description: "The narrator first, then in the order in which they were saved." }),
  })
  .meta({ id: "SeriesWithPeople", description: "A series with its stories and its people." });

const RECOGNITIONS = [
  "narrator",
  "same_name",
  "alias",
  "short_form",
  "title_and_surname",
  "part_of_name",
  "talks_with",
  "gender",
  "age",
] as const;

export const recognition = z
  .strictObject({
    speaker_id: uuid,
    person: seriesPerson.meta({ description: "The person of the series who this speaker probably is." }),
    confidence: z.number().min(0).max(1).meta({
      description: "The confidence of the proposal. It orders proposals and is not a measured probability.",
    }),
    reasons: z
      .array(
        z
          .strictObject({
            kind: z.enum(RECOGNITIONS).meta({
              description:
                "narrator: both are the narrator. same_name: equal except for an article or a title. alias: one is another name of the other. short_form: such as Tom and Thomas. title_and_surname: such as Captain Pell and John Pell. part_of_name: one name is part of the other. talks_with: both talk with the same recognised people. gender, age: both are known and equal.",
            }),
            name: z.string().nullable().meta({
              description: "The name that supports it; for talks_with the shared people, for gender and age the value.",
            }),
          })
          .meta({ id: "RecognitionReason", description: "Why a speaker is probably a person of the series." }),
      )
      .meta({ description: "At least one, strongest first." }),
    takes_over: z
      .strictObject({
        voice: z.boolean().meta({ description: "Whether the speaker gets another voice or manner." }),
        aliases: z.array(z.string()).meta({ description: "Names that the speaker does not have yet." }),
        pronunciation_count: count.meta({ description: "Entries that the lexicon of the project does not have yet." }),
      })
      .meta({ description: "What changes if the proposal is accepted." }),
  })
  .meta({ id: "Recognition", description: "A speaker who is probably a person of an earlier book." });

const pair = { speaker_id: uuid, person_id: uuid.meta({ description: "The person of the series." }) };

export const projectSeries = z
  .strictObject({
    project_id: uuid,
    speaker_registry_version: version,
    series: seriesSummary.nullable().meta({ description: "The series that the project belongs to. Null: none." }),
    offered: z
      .strictObject({
        name: z.string(),
        series_id: uuid.nullable().meta({ description: "The series of this name. Null: it does not exist yet." }),
      })
      .nullable()
      .meta({
        description: "The series that the book data names, as long as the project belongs to no series. Null: none.",
      }),
    known: z
      .array(z.strictObject(pair))
      .meta({ description: "Speakers who are people of the series: accepted, or saved from this project." }),
    proposals: z.array(recognition).meta({ description: "Most probable first." }),
  })
  .meta({ id: "ProjectSeries", description: "The series of a project, and the people who are recognised in it." });

export const seriesSaving = z
  .strictObject({
    series_id: uuid,
    saved: z
      .array(z.strictObject({ ...pair, is_new: z.boolean().meta({ description: "Whether the person is new." }) }))
      .meta({ description: "Speakers whose people are in the series now." }),
    undecided: z.array(z.strictObject(pair)).meta({
      description: "Speakers who were not saved, because a proposal for them has no answer yet.",
    }),
  })
  .meta({ id: "SeriesSaving", description: "The people of a project that were saved to its series." });
