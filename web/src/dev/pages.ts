import { page } from '../lib/pages.ts';

/** Called only if the gallery is wanted, so that a release contains none of it. */
export const galleryPages = () => [
  page(
    '/dev/ui',
    'titles.gallery',
    { words: ['dev'], parent: '/home', open: true },
    async () => (await import('./GalleryScreen.tsx')).GalleryScreen,
  ),
];
