import { floatField, integerField, joinParts, messageField, textField, type Parts } from './protobuf.js';
import type { Tensor } from './safetensors.js';

/** Element types by their numbers in onnx.proto. */
export const ELEMENT = { float: 1, int32: 6, int64: 7, float16: 10 } as const;

/** An integer, a list of integers, or a float (marked, because JavaScript has one number type). */
type Attribute = number | readonly number[] | { readonly float: number };

/** Options of a node. `output` names its value; default: a generated name. */
interface NodeOptions {
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly domain?: string;
  readonly output?: string;
}

/** An input or output of the model. Named sizes in the shape are dynamic. */
interface Port {
  readonly name: string;
  readonly element: number;
  readonly shape: readonly string[];
}

/** Builds an ONNX graph. `node`, `weight`, `rows` and `integers` return the name of the value they add. */
export interface GraphBuilder {
  node(type: string, inputs: readonly string[], options?: NodeOptions): string;
  weight(name: string): string;
  /** Rows of a table. The table keeps its type, so that a large one takes half the memory. */
  rows(name: string, places: string): string;
  integers(values: readonly number[]): string;
  encode(ports: { inputs: readonly Port[]; outputs: readonly Port[] }): Uint8Array;
}

const IR_VERSION = 9;
const OPSET = 20;
const RUNTIME_OPSET = 1;
const ATTRIBUTE_KIND = { float: 1, integer: 2, integers: 7 } as const;
const WEIGHT_ELEMENTS: Readonly<Record<string, number>> = { F16: ELEMENT.float16, F32: ELEMENT.float };

/** Creates a graph builder. Throws an Error for a weight that is missing, or neither F16 nor F32. */
export function createGraphBuilder(weights: ReadonlyMap<string, Tensor>): GraphBuilder {
  const fields: Uint8Array[] = [];
  const casts = new Map<string, string>();
  const added = new Set<string>();
  let made = 0;
  const nextName = () => `value_${(made += 1)}`;
  function addWeight(name: string): void {
    if (!added.has(name)) fields.push(...messageField(5, encodeWeight(name, weights.get(name))));
    added.add(name);
  }
  const toFloat = (value: string) => builder.node('Cast', [value], { attributes: { to: ELEMENT.float } });

  const builder: GraphBuilder = {
    node(type, inputs, options = {}) {
      const output = options.output ?? nextName();
      fields.push(...messageField(1, encodeNode(type, { ...options, inputs, output })));
      return output;
    },
    weight(name) {
      const known = casts.get(name);
      if (known) return known;
      addWeight(name);
      const cast = toFloat(name);
      casts.set(name, cast);
      return cast;
    },
    rows(name, places) {
      addWeight(name);
      return toFloat(builder.node('Gather', [name, places]));
    },
    integers(values) {
      const name = nextName();
      const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
      fields.push(...messageField(5, encodeTensor(name, { element: ELEMENT.int64, shape: [values.length], bytes })));
      return name;
    },
    encode: (ports) => encodeModel(fields, ports),
  };
  return builder;
}

function encodeModel(fields: Parts, ports: { inputs: readonly Port[]; outputs: readonly Port[] }): Uint8Array {
  const graph = [
    ...textField(2, 'sentence-encoder'),
    ...fields,
    ...ports.inputs.flatMap((port) => messageField(11, encodePort(port))),
    ...ports.outputs.flatMap((port) => messageField(12, encodePort(port))),
  ];
  return joinParts([
    ...integerField(1, IR_VERSION),
    ...messageField(7, graph),
    ...messageField(8, [...textField(1, ''), ...integerField(2, OPSET)]),
    ...messageField(8, [...textField(1, 'com.microsoft'), ...integerField(2, RUNTIME_OPSET)]),
  ]);
}

function encodeNode(type: string, node: NodeOptions & { inputs: readonly string[]; output: string }): Parts {
  return [
    ...node.inputs.flatMap((input) => textField(1, input)),
    ...textField(2, node.output),
    ...textField(3, `${type}_${node.output}`),
    ...textField(4, type),
    ...Object.entries(node.attributes ?? {}).flatMap(([name, value]) => messageField(5, encodeAttribute(name, value))),
    ...textField(7, node.domain ?? ''),
  ];
}

function encodeAttribute(name: string, value: Attribute): Parts {
  const head = textField(1, name);
  if (typeof value === 'number')
    return [...head, ...integerField(3, value), ...integerField(20, ATTRIBUTE_KIND.integer)];
  if ('float' in value) return [...head, ...floatField(2, value.float), ...integerField(20, ATTRIBUTE_KIND.float)];
  return [...head, ...value.flatMap((item) => integerField(8, item)), ...integerField(20, ATTRIBUTE_KIND.integers)];
}

function encodeWeight(name: string, tensor: Tensor | undefined): Parts {
  if (!tensor) throw new Error(`The weights lack ${name}.`);
  const element = WEIGHT_ELEMENTS[tensor.dtype];
  if (element === undefined) throw new Error(`Weight ${name} has the unsupported type ${tensor.dtype}.`);
  return encodeTensor(name, { element, shape: tensor.shape, bytes: tensor.bytes });
}

function encodeTensor(name: string, tensor: { element: number; shape: readonly number[]; bytes: Uint8Array }): Parts {
  return [
    ...tensor.shape.flatMap((size) => integerField(1, size)),
    ...integerField(2, tensor.element),
    ...textField(8, name),
    ...messageField(9, [tensor.bytes]),
  ];
}

function encodePort(port: Port): Parts {
  const shape = port.shape.flatMap((size) => messageField(1, textField(2, size)));
  return [
    ...textField(1, port.name),
    ...messageField(2, messageField(1, [...integerField(1, port.element), ...messageField(2, shape)])),
  ];
}
