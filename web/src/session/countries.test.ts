import { describe, expect, it } from 'vitest';
import { countriesIn } from './countries.ts';

describe('countries', () => {
  it('lists each country once, by its name in the user’s language', () => {
    const list = countriesIn('fr-FR');
    expect(new Set(list.map(({ value }) => value)).size).toBe(249);
    expect(list.find(({ value }) => value === 'DE')?.label).toBe('Allemagne');
    expect(list.filter(({ value, label }) => value === label)).toEqual([]);
  });
});
