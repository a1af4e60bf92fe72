// The part of the embedded synthesiser's interface that is used here (it ships without types).

declare module "@echogarden/espeak-ng-emscripten" {
  export interface EspeakWorker {
    list_voices(): {
      readonly name: string;
      readonly identifier: string;
      readonly languages: { readonly name: string; readonly priority: number }[];
    }[];
    /** A non-empty second argument would silently drop the voice's own settings. Returns 0, also for a name that is unknown. */
    set_voice(name: string, language: ""): number;
    set_rate(wordsPerMinute: number): void;
    set_pitch(pitch: number): void;
    set_range(range: number): void;
    set_volume(volume: number): void;
    /** The package's own call: copies audio and events at each step. */
    synthesize(text: string, receive: (audio: Int16Array) => void): void;
    synth_(text: { readonly ptr: number }, callback: number): void;
  }

  export interface EspeakModule {
    readonly HEAPU8: Uint8Array;
    readonly HEAP16: Int16Array;
    readonly HEAP32: Int32Array;
    readonly FS: {
      mkdir(path: string): void;
      readdir(path: string): string[];
      unlink(path: string): void;
      writeFile(path: string, text: string): void;
    };
    readonly eSpeakNGWorker: new () => EspeakWorker;
    _malloc(bytes: number): number;
    addFunction(call: (audio: number, count: number, events: number) => number, signature: string): number;
  }

  export default function createModule(options: {
    print(line: string): void;
    printErr(line: string): void;
  }): Promise<EspeakModule>;
}
