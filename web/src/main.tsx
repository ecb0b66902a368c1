// The page begins here.
import { render } from "preact";
import { App } from "./app";
import { keepForLater } from "./offline";
import { adopt } from "./state/frame";
import { PlaceProvider } from "./state/place";
import { TasteProvider } from "./state/taste";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/home.css";
import "./styles/drawing.css";
import "./styles/position.css";
import "./styles/value.css";
import "./styles/table.css";
import "./styles/lab.css";
import "./styles/lesson.css";
import "./styles/paper.css";

adopt();
keepForLater();
const page = document.getElementById("page");
if (page) {
  render(
    <TasteProvider>
      <PlaceProvider>
        <App />
      </PlaceProvider>
    </TasteProvider>,
    page,
  );
}
