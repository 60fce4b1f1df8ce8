import type { MigrationStatus } from '@mqdeck/contract'
import { IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { useChange } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/browser/download.ts'
import { Button, Dim, Group, Mono, Notice, Progress, Section, Stack, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { cancelChange } from './queries.ts'

/** Progress or result of a migration. */
export function MigrationProgress({ status }: { readonly status: MigrationStatus }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const cancel = useChange(cancelChange)
  const { state, done, total, current, target, error } = status
  const isRunning = state === 'running'
  const text = texts.progress(format.number(done), format.number(total))
  return (
    <Section
      title={isRunning ? texts.migrating : texts.result}
      actions={
        isRunning ? (
          <Button
            size="small"
            icon={<IconPlayerStop size={14} aria-hidden />}
            loading={cancel.isRunning}
            onClick={() => void cancel.run(undefined).catch(() => {})}
          >
            {texts.cancel}
          </Button>
        ) : (
          <Button size="small" icon={<IconDownload size={14} aria-hidden />} onClick={() => saveResult(status)}>
            {texts.saveResult}
          </Button>
        )
      }
    >
      <Stack gap={3}>
        {target && (
          <Dim>{texts.targetInfo(target.url, target.edition, target.version, format.number(target.nodes))}</Dim>
        )}
        <Progress label={texts.migrating} done={done} total={total} text={text} />
        <Group gap={4} wrap>
          <MigrationState status={status} />
          <span>{text}</span>
          {current && (
            <Dim>
              <Mono>{current.id}</Mono>
              {current.total > 1 && ` ${texts.progress(format.number(current.done), format.number(current.total))}`}
            </Dim>
          )}
        </Group>
        {error !== null && (
          <div role="alert">
            <Notice tone="red">{error}</Notice>
          </div>
        )}
      </Stack>
    </Section>
  )
}

function MigrationState({ status: { state, items } }: { readonly status: MigrationStatus }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const failed = items.filter((item) => item.state === 'failed' || item.state === 'blocked').length
  if (state === 'running') return <StatusDot tone="accent">{texts.migrating}</StatusDot>
  if (state === 'cancelled') return <StatusDot tone="grey">{texts.cancelled}</StatusDot>
  if (state === 'failed') return <StatusDot tone="red">{texts.stoppedByError}</StatusDot>
  return failed > 0 ? (
    <StatusDot tone="red">{texts.doneWithFailures(format.number(failed))}</StatusDot>
  ) : (
    <StatusDot tone="accent">{texts.done}</StatusDot>
  )
}

/** Same format as `mqdeck migrate --json`, with start and end time. */
const saveResult = ({ target, state, started_at, finished_at, error, items }: MigrationStatus) =>
  downloadText(
    `migration-${(finished_at ?? '').slice(0, 19).replaceAll(':', '-')}.json`,
    'application/json',
    JSON.stringify({ target, applied: true, state, started_at, finished_at, error, items }, null, 2),
  )
