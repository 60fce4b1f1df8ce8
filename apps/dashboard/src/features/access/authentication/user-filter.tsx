import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { SearchBar, Select, TextFilter, useDraft } from '../../../ui/index.ts'
import { userMessages } from './user-messages.ts'

type YesOrNo = 'true' | 'false'

interface Filters {
  readonly user: string | undefined
  readonly superuser: YesOrNo | undefined
}

interface UserFilterProps extends Filters {
  readonly idLabel: string
  readonly onSearch: (filters: Filters) => void
}

export function UserFilter({ idLabel, user, superuser, onSearch }: UserFilterProps) {
  const texts = useMessages(userMessages)
  const [draft, change] = useDraft(useMemo(() => ({ user: user ?? '', superuser }), [user, superuser]))
  return (
    <SearchBar
      active={[user, superuser].filter((one) => one !== undefined).length}
      onSearch={() => onSearch({ user: draft.user === '' ? undefined : draft.user, superuser: draft.superuser })}
      onReset={() => onSearch({ user: undefined, superuser: undefined })}
    >
      <TextFilter
        label={idLabel}
        placeholder={texts.contains}
        value={draft.user}
        onChange={(text) => change({ user: text })}
      />
      <Select<YesOrNo>
        label={texts.superuser}
        clearable
        value={draft.superuser}
        onChange={(value) => change({ superuser: value })}
        options={[
          { value: 'true', label: texts.yes },
          { value: 'false', label: texts.no },
        ]}
      />
    </SearchBar>
  )
}
