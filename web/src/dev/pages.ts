import { page } from '../lib/pages.ts';

/** Called only where the gallery is wanted, so that a release leaves all of it out. */
export const galleryPages = () => [
  page(
    '/dev/ui',
    'titles.gallery',
    { words: ['dev'], parent: '/home', open: true },
    async () => (await import('./GalleryScreen.tsx')).GalleryScreen,
  ),
];
