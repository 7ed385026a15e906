import { z } from 'zod';

// The content policy forbids making code from text; without this zod would try once, and be reported.
z.config({ jitless: true });
