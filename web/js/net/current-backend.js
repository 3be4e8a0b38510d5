/** The backend of this page: its server, or on a static site this browser. */

import { hasServer } from '../address.js';
import { LocalBackend } from './local-backend.js';
import { ServerBackend } from './server-backend.js';

export const backend = hasServer ? new ServerBackend() : new LocalBackend();
