import { createRankingAnswers, type WorkerAnswer, type WorkerQuestion } from './ranking-port.ts'

const answers = createRankingAnswers()

const tell = (answer: WorkerAnswer) => self.postMessage(answer)

self.addEventListener('message', ({ data: { id, question } }: MessageEvent<WorkerQuestion>) => {
  try {
    tell({ id, answer: answers(question) })
  } catch (error) {
    tell({ id, error: String(error) })
  }
})
