import { deployment } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { CodeBlock, Link, Section, Stack } from '../../ui/index.ts'
import { scheduleMessages } from './messages.ts'

/** A script for scheduled backups. */
export function BackupSchedule() {
  const texts = useMessages(scheduleMessages)
  return (
    <Section title={texts.title} actions={<Link to="/api-key">{texts.apiKeys}</Link>}>
      <Stack gap={3}>
        <span>{texts.text}</span>
        <CodeBlock code={script(deployment.absoluteApiUrl)} />
      </Stack>
    </Section>
  )
}

const script = (api: string) => `API=${api}
FILE=$(curl -fsS -u "$KEY" -H 'content-type: application/json' -d '{}' "$API/data/export" \\
  | sed -E 's/.*"filename": ?"([^"]+)".*/\\1/')
curl -fsS -u "$KEY" -o "/var/backups/$FILE" "$API/data/files/$FILE"
curl -fsS -u "$KEY" -X DELETE "$API/data/files/$FILE"`
