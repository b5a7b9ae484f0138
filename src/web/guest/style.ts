import { createHash } from "node:crypto";

/** The style of the guest pages. It must work on old phones, and must not load fonts or images. */
export const STYLE = `
body{margin:0;padding:16px;background:#f4f1ec;color:#1f1d1a;font:1.0625rem/1.45 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:420px;margin:0 auto;padding:20px;background:#fff;border-radius:12px;box-shadow:0 1px 4px rgba(0,0,0,.12)}
h1{margin:0 0 4px;font-size:1.5rem;line-height:1.25}
.brand{margin:0 0 16px;color:#6b6459;font-size:0.9375rem}
dl{margin:16px 0;padding:12px 14px;background:#f7f5f1;border-radius:8px}
dt{color:#6b6459;font-size:0.875rem}
dd{margin:0 0 8px;font-weight:600}
dd:last-child{margin-bottom:0}
form{margin:12px 0 0}
button,.button{display:block;box-sizing:border-box;width:100%;min-height:48px;padding:12px;border:2px solid #1e5b45;border-radius:8px;background:#1e5b45;color:#fff;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.quiet{background:#fff;color:#1e5b45}
.stop{border-color:#9b2c1f;background:#9b2c1f}
button:focus,a:focus,summary:focus{outline:3px solid #e0a526;outline-offset:2px}
.notice{margin:0 0 16px;padding:12px 14px;border-left:4px solid #9b2c1f;background:#fbeeec}
details{margin-top:20px;border-top:1px solid #e4dfd6;padding-top:4px}
summary{padding:12px 0;color:#9b2c1f;cursor:pointer}
a{color:#1e5b45}
.phone{white-space:nowrap}
footer{margin-top:20px;border-top:1px solid #e4dfd6;padding-top:8px}
footer p{margin:4px 0;overflow-wrap:anywhere}
footer a{display:inline-block;padding:9px 0}
@media (prefers-color-scheme:dark){
body{background:#171614;color:#f1ede6}
main{background:#24221f;box-shadow:none}
dl{background:#2f2c28}
.brand,dt{color:#b5ada0}
.quiet{background:#24221f;color:#8fd3b6;border-color:#8fd3b6}
a{color:#8fd3b6}
summary{color:#f2a394}
.notice{background:#3a2320;border-color:#f2a394}
details,footer{border-color:#3d3934}
}
`;

/** The content security policy allows only this style. */
export const STYLE_SOURCE = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;
