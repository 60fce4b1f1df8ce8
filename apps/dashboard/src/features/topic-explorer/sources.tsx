import { useErrorText } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Dim, ErrorState, Section, StatusDot, Switch } from '../../ui/index.ts'
import { useValue } from '../websocket/index.ts'
import type { Explorer } from './explorer.ts'
import type { ListSource, ListState } from './list-source.ts'
import { LivePanel } from './live-panel.tsx'
import { messages } from './messages.ts'
import styles from './topic-explorer.module.css'

/** The sources of topics, with a switch and the progress of each. */
export function Sources({ explorer }: { readonly explorer: Explorer }) {
  const texts = useMessages(messages)
  return (
    <Section title={texts.sources}>
      <div className={styles.sources}>
        <ListPanel source={explorer.subscribed} name={texts.subscribed} help={texts.subscribedHelp} />
        <ListPanel source={explorer.retained} name={texts.retained} help={texts.retainedHelp} />
        <LivePanel live={explorer.live} />
      </div>
    </Section>
  )
}

const tones = { off: 'grey', reading: 'amber', partial: 'amber', complete: 'accent', failed: 'red' } as const

interface ListPanelProps {
  readonly source: ListSource
  readonly name: string
  readonly help: string
}

function ListPanel({ source, name, help }: ListPanelProps) {
  const texts = useMessages(messages)
  const errorText = useErrorText()
  const state = useValue(source.state)
  const { phase, error } = state
  return (
    <div className={styles.source}>
      <Switch
        label={<strong>{name}</strong>}
        description={help}
        checked={phase !== 'off'}
        onChange={(isOn) => (isOn ? source.load() : source.turnOff())}
      />
      <div className={styles.sourceState}>
        <StatusDot tone={tones[phase]}>{texts.phases[phase]}</StatusDot>
        <Progress state={state} />
        {phase === 'reading' && (
          <Button size="small" onClick={source.stop}>
            {texts.stop}
          </Button>
        )}
        {phase === 'partial' && (
          <Button size="small" onClick={source.loadRest}>
            {texts.loadRest}
          </Button>
        )}
        {phase === 'complete' && (
          <Button size="small" variant="subtle" aria-label={`${texts.reload}: ${name}`} onClick={source.load}>
            {texts.reload}
          </Button>
        )}
      </div>
      {phase === 'failed' && <ErrorState message={errorText(error)} onRetry={source.retry} />}
    </div>
  )
}

function Progress({ state: { phase, read, total, at } }: { readonly state: ListState }) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (phase === 'off') return null
  const isPartial = total !== undefined && total > read
  const count = isPartial
    ? texts.entriesOf(format.number(read), format.number(total))
    : texts.entries(format.number(read))
  return (
    <Dim small>
      {count}
      {at !== undefined && ` · ${texts.asOf(format.time(at))}`}
    </Dim>
  )
}
