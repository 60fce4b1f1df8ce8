import { useErrorSentence } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Group, Notice, Progress, Stack } from '../../ui/index.ts'
import { messages } from './messages.ts'
import type { ScanState } from './scan.ts'
import styles from './session-health.module.css'
import type { SessionScan } from './use-session-scan.ts'

/** Progress and problems of the scan, its time once it has finished, and a button to scan again. */
export function ScanStatus({ scan }: { readonly scan: SessionScan }) {
  const texts = useMessages(messages)
  const errorText = useErrorSentence()
  const { state } = scan
  const { phase, error } = state
  return (
    <Stack gap={3}>
      <Group justify="between">
        <ScanText state={state} />
        <ScanControls scan={scan} />
      </Group>
      {state.isSlow && phase === 'running' && <Notice tone="amber">{texts.slow}</Notice>}
      {phase === 'failed' && <Notice tone="red">{texts.interrupted(errorText(error))}</Notice>}
      {(phase === 'stopped' || phase === 'paused') && <Notice>{texts.incomplete}</Notice>}
    </Stack>
  )
}

/** Pauses, resumes and stops a running scan, and starts the next one. */
function ScanControls({ scan: { state, controls, start } }: { readonly scan: SessionScan }) {
  const texts = useMessages(messages)
  const { phase, ranking } = state
  const button = (label: string, onClick: () => void) => (
    <Button size="small" variant="subtle" onClick={onClick}>
      {label}
    </Button>
  )
  if (phase === 'idle' || phase === 'finished' || phase === 'stopped')
    return ranking ? button(texts.scanAgain, start) : null
  return (
    <Group gap={1}>
      {phase === 'running' ? button(texts.pause, controls.pause) : button(texts.resume, controls.resume)}
      {button(texts.stop, controls.stop)}
    </Group>
  )
}

/** One line, whose height does not change when the scan finishes. */
function ScanText({ state }: { readonly state: ScanState }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { phase, seen, expected, ranking, endedAt, previous } = state
  if (phase === 'finished' && ranking) {
    const took = format.span((endedAt ?? ranking.at) - ranking.at)
    const compared = previous ? ` ${texts.compared(format.time(previous.at))}` : ''
    return (
      <p className={styles.progress}>{texts.snapshot(format.number(seen), format.time(ranking.at), took) + compared}</p>
    )
  }
  const counted =
    expected === undefined || seen > expected
      ? texts.seen(format.number(seen))
      : texts.seenOf(format.number(seen), format.number(expected))
  const parts = phase === 'idle' ? [texts.waiting] : [texts.phases[phase], counted, ...speedTexts(state, texts, format)]
  return (
    <div className={styles.progress}>
      <span>{parts.join(' · ')}</span>
      {phase !== 'idle' && <Progress label={texts.progress} done={shareOf(state)} total={1} text={counted} />}
    </div>
  )
}

function shareOf({ seen, expected }: ScanState): number {
  return expected === undefined || expected === 0 ? 0 : Math.min(1, seen / expected)
}

function speedTexts(
  { phase, seen, expected, perSecond }: ScanState,
  texts: (typeof messages)['en'],
  format: ReturnType<typeof useFormat>,
): readonly string[] {
  if (phase !== 'running' || perSecond === 0) return []
  const speed = texts.speed(format.number(Math.round(perSecond)))
  if (expected === undefined || seen >= expected) return [speed]
  const left = Math.max(1, Math.round((expected - seen) / perSecond)) * 1000
  return [speed, texts.remaining(format.duration(left))]
}
