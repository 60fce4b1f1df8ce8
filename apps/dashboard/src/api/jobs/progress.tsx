import { IconPlayerStop, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Dim, IconButton, Progress, StatusDot } from '../../ui/index.ts'
import { useConnection } from '../connection.tsx'
import type { Job } from './jobs.ts'
import { jobMessages } from './messages.ts'
import styles from './progress.module.css'
import { JobResults } from './results.tsx'

export interface JobProgressProps {
  readonly job: Job
  /** The result list is open initially. */
  readonly withResults?: boolean
}

/** Progress of a job, with buttons to stop or remove it, and the result of each item. */
export function JobProgress({ job, withResults = false }: JobProgressProps) {
  const texts = useMessages(jobMessages)
  const format = useFormat()
  const { jobs } = useConnection()
  const [isOpen, setOpen] = useState(withResults)
  const titleId = useId()
  const done = job.results.length
  const isRunning = job.state === 'running'
  return (
    <article className={styles.job} aria-labelledby={titleId}>
      <div className={styles.head}>
        <strong id={titleId} className={styles.title}>
          {job.title}
        </strong>
        {isRunning ? (
          <Button
            size="small"
            icon={<IconPlayerStop size={14} aria-hidden />}
            aria-label={texts.stopNamed(job.title)}
            onClick={() => jobs.abort(job.id)}
          >
            {texts.stop}
          </Button>
        ) : (
          <IconButton
            size="small"
            label={texts.removeFromList}
            icon={<IconX size={16} aria-hidden />}
            onClick={() => jobs.forget(job.id)}
          />
        )}
      </div>
      <Progress
        label={job.title}
        done={done}
        total={job.total}
        failed={job.failed}
        text={texts.done(format.number(done), format.number(job.total))}
      />
      <div className={styles.figures}>
        <StatusDot tone={toneOf(job)}>{texts.states[job.state]}</StatusDot>
        <span>{texts.done(format.number(done), format.number(job.total))}</span>
        {job.failed > 0 && <span className={styles.failed}>{texts.failed(format.number(job.failed))}</span>}
        {job.state === 'aborted' && <Dim>{texts.skipped(format.number(job.total - done))}</Dim>}
        <Pace job={job} />
      </div>
      {done > 0 && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.hideResults : texts.showResults}
        </button>
      )}
      {isOpen && done > 0 && <JobResults job={job} />}
    </article>
  )
}

/** Rate and remaining time, or the duration of a finished job. */
function Pace({ job }: { readonly job: Job }) {
  const texts = useMessages(jobMessages)
  const format = useFormat()
  const elapsed = (job.endedAt ?? Date.now()) - job.startedAt
  if (job.endedAt !== undefined) return <Dim>{texts.took(format.duration(Math.max(elapsed, 1)))}</Dim>
  // The first measured rates are not meaningful.
  if (elapsed < 1000 || job.results.length === 0) return null
  const rate = (job.results.length * 1000) / elapsed
  return (
    <>
      <Dim>{texts.rate(format.rate(rate))}</Dim>
      <Dim>{texts.remaining(format.duration(Math.max((job.total - job.results.length) / rate, 1) * 1000))}</Dim>
    </>
  )
}

function toneOf({ state, failed }: Job): 'accent' | 'red' | 'grey' {
  if (failed > 0) return 'red'
  return state === 'aborted' ? 'grey' : 'accent'
}
