/** Apps that several specs run in different ways, with the same outcome. */

/** A form of two steps, asked by keys, by the mouse, from a file, in the mirror and by an agent. */
export const SETUP = `<tui><form>
  <form-step label="Server">
    <label>Host <input name="host" required/></label>
    <label>Port <input name="port" type="number" value="22"/></label>
  </form-step>
  <form-step label="Account">
    <label>User <input name="user" value="ada"/></label>
    <checkbox name="admin">Administrator</checkbox>
    <select name="size"><option>small</option><option>large</option></select>
  </form-step>
</form></tui>
`;

/** Answers that differ from what the form has at its start. */
export const SETUP_ANSWERS = '{"host": "db", "admin": true, "size": "large"}';

/** What `tui ask` prints of it then, however it was answered. */
export const SETUP_DATA = '{"host":"db","port":22,"user":"ada","admin":true,"size":"large"}';

/** A menu below a button, with a command and a submenu, and a context menu of rows. */
export const MENUS = `<tui>
  <command id="new" key="ctrl+n" label="New" onExecute="document.getElementById('out').textContent = 'made'"/>
  <button popovertarget="file">File</button>
  <list contextmenu="row" selectable="single"><li>one</li><li>two</li></list>
  <text id="out">READY</text>
  <menu id="file"><item command="new"/><item>More<item onClick="$tui.exit(7)">Quit</item></item></menu>
  <menu id="row"><item onClick="document.getElementById('out').textContent = 'cut ' + this.parentElement.source.textContent">Cut</item></menu>
</tui>`;
