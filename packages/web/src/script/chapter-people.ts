// The people of a story as a chapter shows them, and the version of the cast that they are from.

import { actorSessionId, api, type Speaker } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { shownSpeakers } from "../api/shown-speakers.ts";
import { type People, peopleOf } from "./people.ts";

export class ChapterPeople {
  readonly #projectId: string;
  readonly #onChange: () => void;
  #speakers: readonly Speaker[] = [];
  /** Ids of the numbered people: a person keeps the number while the chapter is open. */
  #numbers: readonly string[] = [];
  #shown: People = peopleOf([], []);
  registryVersion = 1;

  constructor(projectId: string, onChange: () => void) {
    this.#projectId = projectId;
    this.#onChange = onChange;
  }

  get shown(): People {
    return this.#shown;
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#speakers.map((speaker) => speaker.id));
  }

  set(speakers: readonly Speaker[], registryVersion: number): void {
    this.#speakers = shownSpeakers(speakers);
    this.registryVersion = registryVersion;
    this.#shown = peopleOf(this.#speakers, this.#numbers);
    this.#numbers = this.#shown.numbered.map((speaker) => speaker.id);
    this.#onChange();
  }

  /** The cast changed somewhere else. */
  async read(registryVersion: number): Promise<void> {
    if (registryVersion <= this.registryVersion) return;
    const answer = await api.call("listSpeakers", { params: { projectId: this.#projectId } });
    this.set(answer.speakers, answer.speaker_registry_version);
  }

  async create(name: string): Promise<Speaker> {
    const made = await api.call("createSpeaker", {
      params: { projectId: this.#projectId },
      body: {
        schema_version: 1,
        actor_session_id: actorSessionId,
        client_mutation_id: newId(),
        base_speaker_registry_version: this.registryVersion,
        name,
      },
    });
    this.set([...this.#speakers, made.speaker], made.speaker_registry_version);
    return made.speaker;
  }
}
