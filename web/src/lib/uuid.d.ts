/** A UUIDv7: names sort by the millisecond they were made in; the rest is chance. */
export declare function uuidAt(ms: number, random?: Uint8Array): string;
