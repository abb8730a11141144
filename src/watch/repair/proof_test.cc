#include "watch/repair/proof.h"

#include "gtest/gtest.h"

namespace weft::watch {
namespace {

TEST(ProofTest, EveryKindOfWitnessCanObject) {
  Proof proof;
  EXPECT_EQ(proof.objection({}, "pages"), "");
  for (int i = 0; i < 19; ++i) proof.add_known(true);
  proof.add_known(false);
  EXPECT_EQ(proof.objection({}, "pages"), "");
  Proof wrong = proof;
  wrong.add_known(false);
  EXPECT_EQ(wrong.objection({}, "pages"), "of 21 pages kept for proof only 19 came out as known");
  Proof taken = proof;
  taken.add_absent(false);
  EXPECT_EQ(taken.objection({}, "records"), "1 of 1 records without a value got one");
  Proof strange = proof;
  const AttributeHealth colour{.name = "colour", .constant = true};
  strange.add_other({"red"}, {}, colour);
  EXPECT_EQ(strange.objection({}, "pages"), "");
  strange.add_other({"red"}, {}, colour);
  EXPECT_EQ(strange.objection({}, "pages"),
            "on 2 of 2 other pages values are missing or look wrong");
}

TEST(ProofTest, AConstantMayBeTranslatedButItsNumbersStay) {
  AttributeHealth area{.name = "area", .constant = true};
  area.common = {"5 Zimmer", "4 Zimmer"};
  Proof proof;
  proof.add_other({"5 rooms"}, {"5 Zimmer"}, area);
  proof.add_other({"4 rooms"}, {"4 Zimmer"}, area);
  EXPECT_EQ(proof.objection({}, "pages"), "");
  proof.add_other({"3 rooms"}, {"4 Zimmer"}, area);
  EXPECT_NE(proof.objection({}, "pages"), "");
}

}  // namespace
}  // namespace weft::watch
