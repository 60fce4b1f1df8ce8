import { useErrorSentence } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Notice, Progress, Stack } from '../../ui/index.ts'
import { messages } from './messages.ts'
import type { ScanState } from './scan.ts'
import styles from './session-health.module.css'

/** Progress, speed and problems of the scan. */
export function ScanBar({ state }: { readonly state: ScanState }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const errorText = useErrorSentence()
  const { phase, seen, expected, error } = state
  if (phase === 'idle') return null
  const isFinished = phase === 'finished'
  const counted =
    expected === undefined || isFinished || seen > expected
      ? texts.seen(format.number(seen))
      : texts.seenOf(format.number(seen), format.number(expected))
  const parts = [texts.phases[phase], counted, ...speedTexts(state, texts, format)]
  return (
    <Stack gap={3}>
      <div className={styles.progress}>
        {!isFinished && <Progress label={texts.progress} done={shareOf(state)} total={1} text={counted} />}
        <span>{parts.join(' · ')}</span>
      </div>
      {state.isSlow && phase === 'running' && <Notice tone="amber">{texts.slow}</Notice>}
      {phase === 'failed' && <Notice tone="red">{texts.interrupted(errorText(error))}</Notice>}
      {(phase === 'stopped' || phase === 'paused') && <Notice>{texts.incomplete}</Notice>}
    </Stack>
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
