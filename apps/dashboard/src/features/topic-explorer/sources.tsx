import { useErrorText } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Dim, ErrorState, StatusDot, Switch, Tooltip } from '../../ui/index.ts'
import { useValue } from '../websocket/index.ts'
import type { Explorer } from './explorer.ts'
import type { ListSource, ListState } from './list-source.ts'
import { LiveChip, LiveDetails, useLivePanel } from './live-panel.tsx'
import { messages } from './messages.ts'
import styles from './topic-explorer.module.css'

/** The sources of topics in a row, with a switch and the progress of each; below them errors and the live connection. */
export function Sources({ explorer }: { readonly explorer: Explorer }) {
  const texts = useMessages(messages)
  const { subscribed, retained, live } = explorer
  const panel = useLivePanel(live)
  return (
    <section aria-label={texts.sources}>
      <div className={styles.sources}>
        <ListChip source={subscribed} name={texts.subscribed} help={texts.subscribedHelp} />
        <ListChip source={retained} name={texts.retained} help={texts.retainedHelp} />
        <LiveChip live={live} panel={panel} />
      </div>
      <div className={styles.details}>
        <ListError source={subscribed} />
        <ListError source={retained} />
        <LiveDetails live={live} panel={panel} />
      </div>
    </section>
  )
}

const tones = { off: 'grey', reading: 'amber', partial: 'amber', complete: 'accent', failed: 'red' } as const

interface ListChipProps {
  readonly source: ListSource
  readonly name: string
  readonly help: string
}

function ListChip({ source, name, help }: ListChipProps) {
  const texts = useMessages(messages)
  const state = useValue(source.state)
  const { phase } = state
  return (
    <div className={styles.source}>
      <Tooltip label={help}>
        <span>
          <Switch
            label={name}
            checked={phase !== 'off'}
            onChange={(isOn) => (isOn ? source.load() : source.turnOff())}
          />
        </span>
      </Tooltip>
      {phase !== 'off' && phase !== 'complete' && <StatusDot tone={tones[phase]}>{texts.phases[phase]}</StatusDot>}
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
  )
}

function ListError({ source }: { readonly source: ListSource }) {
  const errorText = useErrorText()
  const { phase, error } = useValue(source.state)
  return phase === 'failed' ? <ErrorState message={errorText(error)} onRetry={source.retry} /> : null
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
    <span title={at === undefined ? undefined : texts.asOf(format.time(at))}>
      <Dim small>{count}</Dim>
    </span>
  )
}
