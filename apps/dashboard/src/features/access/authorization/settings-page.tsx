import { authorizationOptions, toComponents } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useConfirmAction, useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import { SettingsPage } from '../../../schema-form/index.ts'
import { Button, PageHeader } from '../../../ui/index.ts'
import { messages } from './messages.ts'
import { clearCache, saveSettings, settingsQuery } from './queries.ts'

const document = { components: { schemas: toComponents([authorizationOptions]) } }

/** Fields that EMQX does not have. */
const ownFields = ['source_failure', 'recheck_sessions']

/** The decision if no source matches, and the authorization cache. */
export default function AuthorizationSettingsPage() {
  const texts = useMessages(messages)
  const settings: object = useData(settingsQuery, undefined).data ?? {}
  const groups = useMemo(
    () => [
      { title: texts.groups.decision, fields: ['no_match', 'deny_action', ...ownFields] },
      { title: texts.groups.cache, fields: ['cache.enable', 'cache.max_size', 'cache.ttl', 'cache.excludes'] },
    ],
    [texts],
  )
  return (
    <SettingsPage
      header={<PageHeader actions={!useIsViewer() && <ClearButton />} />}
      root="authorization"
      document={document}
      component="authorization"
      query={settingsQuery}
      change={saveSettings}
      groups={groups}
      hide={ownFields.filter((field) => !(field in settings))}
      warning={(changes, next) =>
        changes.some(({ path }) => path === 'no_match') && isRecord(next) && next.no_match === 'allow'
          ? texts.allowWarning
          : undefined
      }
    />
  )
}

function ClearButton() {
  const { cache: texts } = useMessages(messages)
  const confirmAction = useConfirmAction()
  const { run, isRunning } = useChange(clearCache)
  const clear = () =>
    confirmAction({
      title: texts.question,
      action: texts.clear,
      done: texts.done,
      failed: texts.failed,
      consequence: texts.note,
      danger: false,
      run: () => run(undefined),
    })
  return (
    <Button loading={isRunning} onClick={clear}>
      {texts.clear}
    </Button>
  )
}
