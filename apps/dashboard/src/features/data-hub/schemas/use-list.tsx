import { useMessages } from '../../../i18n/index.ts'
import { Group, LinedList, Link, Mono } from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import type { SchemaUse } from './uses.ts'

/** The uses of a schema, with links. */
export function UseList({ uses }: { readonly uses: readonly SchemaUse[] }) {
  const texts = useMessages(schemaMessages)
  return (
    <LinedList label={texts.tabs.uses}>
      {uses.map(({ kind, name }) => (
        <li key={`${kind} ${name}`}>
          <Group gap={3}>
            <span>{texts.useKinds[kind]}</span>
            <UseLink kind={kind} name={name} />
          </Group>
        </li>
      ))}
    </LinedList>
  )
}

function UseLink({ kind, name }: SchemaUse) {
  const shown = <Mono>{name}</Mono>
  switch (kind) {
    case 'rule':
      return (
        <Link to="/rule/rules/$id" params={{ id: name }}>
          {shown}
        </Link>
      )
    case 'validation':
      return (
        <Link to="/schema-validation/detail/$name" params={{ name }}>
          {shown}
        </Link>
      )
    case 'transformation':
      return (
        <Link to="/message-transformation/detail/$name" params={{ name }}>
          {shown}
        </Link>
      )
    case 'decoder':
      return <Link to="/schema/decoders">{shown}</Link>
  }
}
