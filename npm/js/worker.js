/** Worker of GridmillWorker. It imports nothing that starts a worker: Vite refuses circles of workers. */

import { Gridmill } from "./engine_core.js";
import { answerCalls } from "./worker_answers.js";

answerCalls(Gridmill.load());
