import { describe, expect, it } from 'vitest';
import { countriesIn } from './countries.ts';

describe('countries', () => {
  it('has each one once, by a name the reader knows', () => {
    const list = countriesIn('fr-FR');
    expect(new Set(list.map(({ value }) => value)).size).toBe(249);
    expect(list.find(({ value }) => value === 'DE')?.label).toBe('Allemagne');
    expect(list.filter(({ value, label }) => value === label)).toEqual([]);
  });
});
