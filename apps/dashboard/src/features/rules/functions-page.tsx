import { useMessages } from '../../i18n/index.ts'
import { PageHeader } from '../../ui/index.ts'
import { FunctionList, functionMessages } from './function-list.tsx'

export default function FunctionsPage() {
  const texts = useMessages(functionMessages)
  return (
    <>
      <PageHeader title={texts.title} description={texts.about} />
      <FunctionList />
    </>
  )
}
