import { callInProcess, connectWorker, type WorkerCalls } from '../../lib/browser/worker-calls.ts'
import { createRanker, type DropMemory, type Ranker, type Ranking } from './ranking.ts'
import { parseClientPage } from './session-row.ts'

/** Connection to the worker that parses and ranks responses, which would block the page for half a second each. */
export type RankingPort = WorkerCalls<RankingCalls>

export type RankingCalls = ReturnType<typeof createRankingCalls>

/** The functions of the worker. */
export function createRankingCalls() {
  let previous: DropMemory | undefined
  let ranker: Ranker = createRanker(0)
  return {
    /** Starts a scan, which is compared with the last finished one. */
    begin(at: number): void {
      ranker = createRanker(at, previous)
    },
    /** @throws SyntaxError if the text is not JSON */
    page(text: string): { readonly cursor: string | undefined; readonly count: number } {
      const { sessions, cursor } = parseClientPage(text)
      ranker.add(sessions)
      return { cursor, count: sessions.length }
    },
    /** The ranking of the sessions so far. */
    result: (): Ranking => ranker.result(),
    end(): Ranking {
      previous = ranker.memory()
      return ranker.result()
    },
  }
}

export const openRankingWorker = (): RankingPort =>
  typeof Worker === 'undefined'
    ? callInProcess(createRankingCalls())
    : connectWorker<RankingCalls>(new Worker(new URL('./ranking.worker.ts', import.meta.url), { type: 'module' }))
