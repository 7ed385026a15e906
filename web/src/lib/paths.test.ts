import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loginPath, registerPath, samePath } from './paths.ts';

afterAll(() => void vi.unstubAllGlobals());

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://glasshouse.example' });
});

describe('a path from the address bar', () => {
  it.each(['/home', '/finance/order?page=2#end', '/%09/x'])('keeps %s', (path) => {
    expect(samePath(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'home',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
  ])('does not leave the site through %j', (path) => {
    expect(samePath(path)).toBe('/home');
  });

  it('is remembered during log-in and registration, unless it is the default', () => {
    expect(loginPath('/pay/withdraw?x=1')).toBe('/login?to=%2Fpay%2Fwithdraw%3Fx%3D1');
    expect(loginPath('/')).toBe('/login');
    expect(loginPath('/login')).toBe('/login');
    expect(registerPath('/contract')).toBe('/register?to=%2Fcontract');
    expect(registerPath('/')).toBe('/register');
  });
});
