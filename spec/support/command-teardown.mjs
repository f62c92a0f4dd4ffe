import { removeFolder } from './cache-folder.mjs';

export default function teardown() {
  removeFolder(process.env['TUI_SPEC_COMMAND']);
}
