/** Worker of GridmillWorker with the option `full`. It imports nothing that starts a worker: Vite refuses circles of workers. */

import { Gridmill } from "./engine_full.js";
import { answerCalls } from "./worker_answers.js";

answerCalls(Gridmill.load());
