import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditSentences, type AuditFacts } from '../../dashboard/src/texts/audit-sentences.js';

const say = (action: string, facts: Partial<AuditFacts>, changes: Readonly<Record<string, unknown>> = {}): string =>
  auditSentences[action]?.({
    ...{ who: 'Ann', what: 'billing-sync', isAnonymous: false, entity: null, fields: Object.keys(changes) },
    after: (field) => changes[field],
    ...facts,
  }) ?? '';

describe('sentences of the audit page', () => {
  it('exist for every action that the server records, and for no other', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith('generated'),
    );
    const recorded = files.flatMap((file) =>
      [...readFileSync(join('src', file), 'utf8').matchAll(/\baction(?: =|:) ([^,;\n]*)/g)].flatMap(
        ([, written = '']) => [...written.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, action]) => action),
      ),
    );
    expect(Object.keys(auditSentences).sort()).toEqual([...new Set(recorded)].sort());
  });

  it('name who changed which fields of what', () => {
    expect(say('webhook.update', {}, { url: 'https://b.example.com/' })).toBe('Ann changed the URL of billing-sync');
    expect(say('webhook.update', { fields: ['url', 'eventTypes', 'name'] })).toBe(
      'Ann changed the URL, the events, and the name of billing-sync',
    );
    expect(say('webhook.update', {}, { isActive: false })).toBe('Ann disabled billing-sync');
    expect(say('project.update', {}, { feedbackRanking: true })).toBe(
      'Ann changed the feedback ranking of billing-sync',
    );
    expect(say('member.set_role', { what: 'Bob' }, { role: 'OWNER' })).toBe('Ann changed the role of Bob to Owner');
    expect(say('session.begin', { who: 'Not signed in', what: 'Ann' })).toBe('Ann signed in');
    expect(say('user.create', { who: 'Not signed in', isAnonymous: true, what: 'Ann' })).toBe(
      'Ann created the first account',
    );
    expect(say('memory.add', { entity: 'rosa' })).toBe('Ann added memories of rosa');
    expect(say('deletion.accept', { entity: 'rosa' }, { entityType: 'user', entityName: 'rosa' })).toBe(
      'Ann deleted rosa and its memories',
    );
    expect(say('deletion.accept', { entity: 'rosa' }, { filter: {} })).toBe('Ann deleted memories');
    expect(say('export.finish', { who: 'System' }, { status: 'FAILED' })).toBe('An export failed');
  });
});
