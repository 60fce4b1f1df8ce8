import { confirm, type Question, toast } from '../ui/index.ts'
import { type ActionToConfirm, questionOf } from './confirm-action.tsx'
import { useErrorText } from './errors/errors.ts'
import { type ChangeOfMany, useStartJob } from './jobs/use-jobs.ts'

export interface JobToConfirm<Item>
  extends Pick<ActionToConfirm, 'affected' | 'consequence' | 'typeToConfirm'>,
    Pick<Question, 'action'>,
    Omit<ChangeOfMany<Item>, 'title' | 'onEnd'> {
  /** The question. */
  readonly title: string
  /** Name of the job in the list of jobs. */
  readonly job: string
  /** Shown when the job starts. */
  readonly started?: string | undefined
  /** Shown when the job has ended without an error, and otherwise. Without them its results are in the list only. */
  readonly done?: (count: number) => string
  readonly someFailed?: (failed: number, total: number) => string
  readonly onEnd?: ChangeOfMany<Item>['onEnd']
}

/** Asks, and then applies a change to several items as a job. Resolves to whether it was started. */
export function useConfirmJob(): <Item>(work: JobToConfirm<Item>) => Promise<boolean> {
  const startJob = useStartJob()
  const errorText = useErrorText()
  return async ({ title, job, action, affected, consequence, typeToConfirm, started, done, someFailed, ...work }) => {
    const question = questionOf({
      consequence,
      ...(affected && { affected }),
      ...(typeToConfirm !== undefined && { typeToConfirm }),
    })
    if (!(await confirm({ ...question, title, action }))) return false
    startJob({
      ...work,
      title: job,
      onEnd(ended) {
        work.onEnd?.(ended)
        const failure = ended.results.find(({ error }) => error !== undefined)
        if (failure && someFailed) toast.error(someFailed(ended.failed, ended.total), errorText(failure.error))
        else if (!failure && done) toast.success(done(ended.results.length))
      },
    })
    if (started !== undefined) toast.info(started)
    return true
  }
}
