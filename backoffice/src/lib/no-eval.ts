import { z } from 'zod';

// The content policy forbids eval. Without this, zod would try it once and cause a violation report.
z.config({ jitless: true });
