import { createRanker, type DropMemory, type Ranker, type Ranking } from './ranking.ts'
import { readClientPage } from './session-row.ts'

/** Where answers are read and ranked: a worker, so that the page does not stop for half a second each. */
export interface RankingPort {
  readonly ask: (question: RankingQuestion) => Promise<RankingAnswer>
  readonly close: () => void
}

/** `begin` a scan at this time (and compare with the one that `end`ed last), add a `page` of it, tell the `result` so far. */
type RankingQuestion =
  | { readonly kind: 'begin'; readonly at: number }
  | { readonly kind: 'page'; readonly text: string }
  | { readonly kind: 'result' }
  | { readonly kind: 'end' }

interface RankingAnswer {
  readonly cursor?: string | undefined
  /** Of the page. */
  readonly count: number
  readonly ranking?: Ranking
}

/** @throws SyntaxError for a page that is no JSON */
export type AnswerRanking = (question: RankingQuestion) => RankingAnswer

/** What the worker does. */
export function createRankingAnswers(): AnswerRanking {
  let before: DropMemory | undefined
  let ranker: Ranker = createRanker(0)
  return (question) => {
    if (question.kind === 'begin') {
      ranker = createRanker(question.at, before)
      return { count: 0 }
    }
    if (question.kind === 'page') {
      const { sessions, cursor } = readClientPage(question.text)
      ranker.add(sessions)
      return { cursor, count: sessions.length }
    }
    if (question.kind === 'end') before = ranker.memory()
    return { count: 0, ranking: ranker.result() }
  }
}

export interface WorkerQuestion {
  readonly id: number
  readonly question: RankingQuestion
}

export type WorkerAnswer =
  | { readonly id: number; readonly answer: RankingAnswer }
  | { readonly id: number; readonly error: string }

export function openRankingWorker(): RankingPort {
  const worker = new Worker(new URL('./ranking.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve: (answer: RankingAnswer) => void; reject: (error: Error) => void }>()
  let lastId = 0
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('answer' in data) asked?.resolve(data.answer)
    else asked?.reject(new Error(data.error))
  })
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message))
    waiting.clear()
  })
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        const sent: WorkerQuestion = { id, question }
        worker.postMessage(sent)
      }),
    close() {
      // Nobody waits for what was asked: the scan has been forgotten.
      worker.terminate()
      waiting.clear()
    },
  }
}
