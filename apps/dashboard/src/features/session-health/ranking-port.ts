import { connectWorker, type WorkerCalls } from '../../lib/worker-calls.ts'
import { createRanker, type DropMemory, type Ranker, type Ranking } from './ranking.ts'
import { readClientPage } from './session-row.ts'

/** Where answers are read and ranked: a worker, so that the page does not stop for half a second each. */
export type RankingPort = WorkerCalls<RankingAnswers>

export type RankingAnswers = ReturnType<typeof createRankingAnswers>

/** What the worker does. */
export function createRankingAnswers() {
  let before: DropMemory | undefined
  let ranker: Ranker = createRanker(0)
  return {
    /** Of a scan at this time, which is compared with the one that ended last. */
    begin(at: number): void {
      ranker = createRanker(at, before)
    },
    /** @throws SyntaxError for what is no JSON */
    page(text: string): { readonly cursor: string | undefined; readonly count: number } {
      const { sessions, cursor } = readClientPage(text)
      ranker.add(sessions)
      return { cursor, count: sessions.length }
    },
    /** So far. */
    result: (): Ranking => ranker.result(),
    end(): Ranking {
      before = ranker.memory()
      return ranker.result()
    },
  }
}

export const openRankingWorker = (): RankingPort =>
  connectWorker<RankingAnswers>(new Worker(new URL('./ranking.worker.ts', import.meta.url), { type: 'module' }))
