import { describe, expect, it } from 'vitest';
import { createGraphBuilder, ELEMENT } from '../src/onnx-model.js';
import { buildOnnxGraph } from '../src/onnx-graph.js';
import { floatField, integerField, joinParts, messageField, textField } from '../src/protobuf.js';
import { parseSafetensors } from '../src/safetensors.js';

function safetensors(header: object, body: readonly number[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(new BigUint64Array([BigInt(text.length)]).buffer);
  return Uint8Array.from([...length, ...text, ...body]);
}

describe('the safetensors reader', () => {
  it('gives every tensor its type, shape and bytes', () => {
    const header = {
      __metadata__: { format: 'pt' },
      a: { dtype: 'F16', shape: [2], data_offsets: [0, 4] },
      b: { dtype: 'F32', shape: [], data_offsets: [4, 8] },
    };
    const tensors = parseSafetensors(safetensors(header, [1, 2, 3, 4, 5, 6, 7, 8]));
    expect([...tensors.keys()]).toEqual(['a', 'b']);
    expect(tensors.get('a')).toEqual({ dtype: 'F16', shape: [2], bytes: Uint8Array.of(1, 2, 3, 4) });
    expect(tensors.get('b')?.bytes).toEqual(Uint8Array.of(5, 6, 7, 8));
  });

  it('refuses files that are cut off', () => {
    const whole = safetensors({ a: { dtype: 'F16', shape: [2], data_offsets: [0, 4] } }, [1, 2, 3, 4]);
    expect(() => parseSafetensors(whole.subarray(0, 4))).toThrow('too short');
    expect(() => parseSafetensors(whole.subarray(0, 20))).toThrow('header is longer');
    expect(() => parseSafetensors(whole.subarray(0, -1))).toThrow('Tensor a lies outside');
  });
});

describe('the protobuf writer', () => {
  it('writes the examples of the protobuf manual', () => {
    expect(joinParts(integerField(1, 150))).toEqual(Uint8Array.of(0x08, 0x96, 0x01));
    expect(joinParts(textField(2, 'testing'))).toEqual(
      Uint8Array.of(0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67),
    );
    expect(joinParts(messageField(3, integerField(1, 150)))).toEqual(Uint8Array.of(0x1a, 0x03, 0x08, 0x96, 0x01));
  });

  it('writes high field numbers, floats, and integers beyond 32 bits', () => {
    expect(joinParts(integerField(20, 1))).toEqual(Uint8Array.of(0xa0, 0x01, 0x01));
    expect(joinParts(floatField(2, 1))).toEqual(Uint8Array.of(0x15, 0x00, 0x00, 0x80, 0x3f));
    expect(joinParts(integerField(1, 2 ** 35))).toEqual(Uint8Array.of(0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01));
  });
});

describe('the ONNX graph', () => {
  const half = { dtype: 'F16', shape: [2], bytes: Uint8Array.of(0xab, 0xcd, 0xab, 0xcd) };

  it('holds a weight once, however often it is used', () => {
    const graph = createGraphBuilder(new Map([['some.weight', half]]));
    expect(graph.weight('some.weight')).toBe(graph.weight('some.weight'));
    graph.node('Add', [graph.weight('some.weight'), graph.weight('some.weight')], { output: 'sum' });
    const model = graph.encode({ inputs: [], outputs: [{ name: 'sum', element: ELEMENT.float, shape: ['two'] }] });
    expect(Buffer.from(model).toString('latin1').split('\xab\xcd\xab\xcd')).toHaveLength(2);
  });

  it('holds a table of which rows are read once, in its own type', () => {
    const graph = createGraphBuilder(new Map([['some.weight', half]]));
    const rows = graph.rows('some.weight', 'places');
    graph.node('Add', [rows, graph.weight('some.weight')], { output: 'sum' });
    const model = graph.encode({ inputs: [], outputs: [{ name: 'sum', element: ELEMENT.float, shape: ['two'] }] });
    expect(Buffer.from(model).toString('latin1').split('\xab\xcd\xab\xcd')).toHaveLength(2);
  });

  it('refuses weights that are missing or of an unknown type', () => {
    const config = { num_hidden_layers: 1, num_attention_heads: 1, layer_norm_eps: 1e-12 };
    expect(() => buildOnnxGraph(new Map(), config)).toThrow('The weights lack embeddings.word_embeddings.weight.');
    const odd = new Map([['embeddings.word_embeddings.weight', { ...half, dtype: 'I8' }]]);
    expect(() => buildOnnxGraph(odd, config)).toThrow('unsupported type I8');
  });
});
