/** A `like` pattern for texts that begin with this one. */
export const beginsLike = (text: string) => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** A `like` pattern for texts that contain this one. */
export const partLike = (text: string) => `%${beginsLike(text)}`;
