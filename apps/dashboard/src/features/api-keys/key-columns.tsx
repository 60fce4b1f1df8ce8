import type { ApiKey } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useIsViewer, useReportedAction } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, CopyButton, Dim, Group, Mono, RelativeTime, StatusDot, Switch } from '../../ui/index.ts'
import { toChange } from './key-values.ts'
import { messages } from './messages.ts'
import { editApiKey } from './queries.ts'

export function useKeyColumns(): readonly Column<ApiKey>[] {
  const texts = useMessages(messages)
  return useMemo(() => {
    const roleNames: Readonly<Record<string, string>> = texts.roles
    return [
      { id: 'name', header: texts.name, width: 150, cell: ({ name }) => <Mono truncate>{name}</Mono> },
      {
        id: 'key',
        header: texts.apiKey,
        width: 185,
        cell: ({ api_key }) => (
          <Group gap={1}>
            <Mono truncate>{api_key}</Mono>
            <CopyButton value={api_key} label={texts.copyKey} />
          </Group>
        ),
      },
      { id: 'expires', header: texts.expires, width: 185, cell: (key) => <Expiry of={key} /> },
      { id: 'role', header: texts.role, width: 115, cell: ({ role = '' }) => roleNames[role] ?? role },
      { id: 'note', header: texts.descriptionLabel, width: 160, cell: ({ desc }) => desc },
      {
        id: 'created',
        header: texts.created,
        width: 97,
        cell: ({ created_at }) => <RelativeTime time={created_at} />,
      },
      { id: 'enabled', header: texts.enabled, width: 76, cell: (key) => <EnabledSwitch of={key} /> },
    ]
  }, [texts])
}

function Expiry({ of: { expired, expired_at } }: { readonly of: ApiKey }) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (expired_at === 'infinity') return <Dim>{texts.neverExpires}</Dim>
  if (!expired) return format.dateTime(expired_at)
  return (
    <span title={format.dateTime(expired_at)}>
      <StatusDot tone="red">{texts.expired}</StatusDot>
    </span>
  )
}

function EnabledSwitch({ of: key }: { readonly of: ApiKey }) {
  const texts = useMessages(messages)
  const report = useReportedAction()
  const isViewer = useIsViewer()
  const { run, isRunning } = useChange(editApiKey)
  const setEnabled = (enable: boolean): Promise<boolean> =>
    report(() => run({ name: key.name, change: { ...toChange(key), enable } }), {
      done: enable ? texts.enabledNamed(key.name) : texts.disabledNamed(key.name),
      failed: texts.changeFailed(key.name),
      undo: () => setEnabled(!enable),
    })
  return (
    <Switch
      aria-label={texts.enableNamed(key.name)}
      checked={key.enable}
      disabled={isViewer || isRunning}
      onChange={(enable) => void setEnabled(enable)}
    />
  )
}
