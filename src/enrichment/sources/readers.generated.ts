// The readers of sources: the files of this folder, listed by `npm run generate`.
import { fileReader } from './file.reader.ts'
import { providerReader } from './provider.reader.ts'
import { workbookReader } from './workbook.reader.ts'

export const READERS = {
  file: fileReader,
  provider: providerReader,
  workbook: workbookReader,
}
