const hidden = '•••';

/** As much of a name as its owner's inviter may see: the first two letters, of a phone the last two digits. */
export function shortened(person: { username: string | null; email: string | null; phone: string | null }) {
  const { username, email, phone } = person;
  const name = username ?? email;
  if (name !== null) return [...name.split('@')[0]!].slice(0, 2).join('') + hidden;
  return phone === null ? null : hidden + phone.slice(-2);
}
