import { describe, expect, it } from 'vitest';
import { contactOf, looksLikePhone } from './contact.ts';

describe('one field for email or phone', () => {
  it('text with an at sign is an email address', () => {
    expect(contactOf(' Mika@Example.com ')).toEqual({ email: 'mika@example.com' });
    expect(contactOf('mika@')).toBeUndefined();
  });

  it('a number with a country code is a phone number', () => {
    expect(contactOf('+86 138 0013-8000')).toEqual({ phone: '+8613800138000' });
    expect(contactOf('0086 138 0013 8000')).toEqual({ phone: '+8613800138000' });
    expect(contactOf('13800138000')).toBeUndefined();
  });

  it('phone numbers are refused on sites without text messages', () => {
    expect(contactOf('+86 138 0013-8000', false)).toBeUndefined();
    expect(contactOf('mika@example.com', false)).toEqual({ email: 'mika@example.com' });
  });

  it('recognizes early which of the two is being typed', () => {
    expect(looksLikePhone('+8')).toBe(true);
    expect(looksLikePhone('8mika@example.com')).toBe(false);
    expect(looksLikePhone('mika')).toBe(false);
  });
});
