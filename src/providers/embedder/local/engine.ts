/** Which engine to load: `auto` takes ONNX Runtime if the package is installed, and the WebAssembly engine otherwise. */
export type EngineChoice = 'auto' | 'wasm' | 'onnx';

/** The engine in use; `note` says why `auto` could not take the faster one. */
export interface EngineInfo {
  readonly name: 'wasm' | 'onnx';
  readonly note?: string;
}

/** A loaded model. One text per call: for neither engine is a batch faster than its texts one by one. */
export interface TextEngine extends EngineInfo {
  embed(text: string): Promise<ArrayLike<number>>;
}
