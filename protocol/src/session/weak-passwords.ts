/** Why a new password is refused. `password_guessable`: only the words of the site and of the user together make most of it. */
export const weaknesses = [
  'password_common',
  'password_repeats',
  'password_is_site',
  'password_is_name',
  'password_is_email',
  'password_is_phone',
  'password_guessable',
] as const;
export type Weakness = (typeof weaknesses)[number];
